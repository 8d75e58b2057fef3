// daemon/signals.h
//
// SIGTERM and SIGINT as something to wait for. Blocked in every thread from the start, taken by the main
// thread; while it stops the daemon, a watcher thread lets a second signal end the process at once. Threads
// block_stop_signals before any other thread is made.
#pragma once

namespace larder::daemon {

// Also ignores SIGPIPE and SIGXFSZ: a gone client, a file at its size limit is an error of one write.
void block_stop_signals();
int wait_for_stop_signal();
void force_exit_on_next_stop_signal();  // with 128 + its number

}  // namespace larder::daemon
