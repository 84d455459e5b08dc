#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| machiavelli_fuzz::record(bytes));
