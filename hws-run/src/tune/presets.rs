//! Combinations of settings that help often: a search tries them first, and the advice after a run tries nothing else.

/// The combinations, from few settings to many; a combination comes after those that are a part of it.
pub const PRESETS: &[&[(&str, &str)]] = &[
    &[("early_launch", "estimate"), ("early_launch.offset", "48")],
    &[("p_top_k", "4"), ("early_launch", "estimate"), ("early_launch.offset", "48")],
    &[("p_top_k", "4"), ("early_launch", "estimate"), ("early_launch.offset", "48"), ("fillup_first", "on")],
    &[
        ("p_top_k", "4"),
        ("early_launch", "estimate"),
        ("early_launch.offset", "48"),
        ("promote.threshold", "1"),
    ],
];
