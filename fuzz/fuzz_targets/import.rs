//! Fuzzes [`trial::import`].

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| trial::import(bytes));
