// A larderd of one's own for the Node tests, and how to reach it.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const binary = process.env.LARDERD ?? fileURLToPath(new URL("../../../build/dev/bin/larderd", import.meta.url));
const run = `${process.pid}-${Date.now().toString(36)}`;
let counter = 0;
let daemon;

export const fresh = (what = "key") => `${what}-${run}-${++counter}`;

// LARDER_ENDPOINT, when set, else the endpoint of a new daemon.
export async function startDaemon() {
  if (process.env.LARDER_ENDPOINT) return process.env.LARDER_ENDPOINT;
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("LARDER_")));
  daemon = spawn(binary, ["--in-memory", "--http-port", "0"], { stdio: ["ignore", "ignore", "pipe"], env: environment });
  const seen = [];
  daemon.once("error", (error) => seen.push(String(error)));
  const lines = createInterface({ input: daemon.stderr });
  for await (const line of lines) {
    seen.push(line);
    const found = /listening on (https?:\/\/[^\s,;]+?)[.,;]?(\s|$)/.exec(line);
    if (found) {
      daemon.stderr.resume();
      return found[1];
    }
  }
  throw new Error(`larderd did not come up:\n${seen.join("\n")}`);
}

export async function stopDaemon() {
  if (!daemon) return;
  const left = once(daemon, "exit");
  daemon.kill("SIGTERM");
  const [code] = await left;
  if (code !== 0) throw new Error(`larderd left with ${code}`);
}

export const connect = (endpoint) => ({
  ...(endpoint === "aws" ? {} : { endpoint, credentials: { accessKeyId: "test", secretAccessKey: "test" } }),
  region: "us-east-1",
  maxAttempts: 1,
});
