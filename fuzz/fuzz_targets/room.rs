//! Fuzzes [`trial::room`].

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| trial::room(bytes));
