// storage/keys/number_key.h
//
// Order-preserving bytes for a DynamoDB number: for all a, b
//     sign(memcmp(encode(a), encode(b))) == sign(a - b)
// and no encoding is a prefix of another, so encodings may be laid end to end in a key.
//
// Shape    class:u8  magnitude:u8  pair:u8 x 1..19  end:u8          1 or 4..22 bytes
//            class      01 negative   02 zero (alone)   03 positive
//            magnitude  power of ten of the leading digit, plus 130  (-130..125 -> 0..255)
//            pair       two decimal digits, as value + 1             (01..64 hex)
//            end        00; sorts below every pair
//          A negative number stores every byte after its class complemented.
// Limits   38 significant digits; magnitudes -130..125.
// Errors   decode_number: kCorruption. The input is our own page, never a client's bytes.
// Threads  pure functions.
// Source   bytes frozen in storage/FORMAT.md, "Number key".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "storage/base/result.h"
#include "storage/model/number.h"

namespace larder::keys {

inline constexpr std::size_t kNumberKeyBytesMax = 22;

// Writes the encoding of `number` and returns its size. `to` has room for kNumberKeyBytesMax bytes.
std::size_t write_number(const Number& number, char* to);

// Appends the encoding of `number` to `key`.
void append_number(const Number& number, std::string& key);

// Reads one number from the front of `*input` and moves `*input` past it. On error `*input` is unchanged.
Result<Number> decode_number(std::string_view* input);

}  // namespace larder::keys
