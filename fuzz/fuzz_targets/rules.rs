//! Fuzzes [`trial::rules`].

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| trial::rules(bytes));
