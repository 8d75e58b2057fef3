// tests/unit/storage/expression/allocation_count.h
//
// Counts the calls of operator new in the program that links allocation_count.cc.
#pragma once

#include <cstddef>

namespace larder::expression::test {

std::size_t allocations();  // so far

}  // namespace larder::expression::test
