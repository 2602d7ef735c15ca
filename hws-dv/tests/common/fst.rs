//! Writes a wave as FST.

use fst_writer::{
    FstFileType, FstHeaderWriter, FstInfo, FstScopeType, FstSignalType, FstVarDirection, FstVarType,
};

use super::wave::Wave;

pub(crate) fn bytes(wave: &Wave) -> Vec<u8> {
    let info = FstInfo {
        start_time: 0,
        timescale_exponent: -12,
        version: "a test".to_owned(),
        date: "today".to_owned(),
        file_type: FstFileType::Verilog,
    };
    let mut header = FstHeaderWriter::write_to_mem(&info).unwrap();
    header.scope("TOP", "", FstScopeType::Module).unwrap();
    header.scope("hws", "", FstScopeType::Module).unwrap();
    let variables: Vec<_> = wave
        .signals
        .iter()
        .map(|signal| {
            let (width, direction) = (FstSignalType::bit_vec(signal.width.max(1)), FstVarDirection::Implicit);
            let name = if signal.width > 1 {
                format!("{} [{}:0]", signal.name, signal.width - 1)
            } else {
                signal.name.clone()
            };
            header.var(name, width, FstVarType::Logic, direction, None).unwrap()
        })
        .collect();
    header.up_scope().unwrap();
    header.up_scope().unwrap();
    let mut body = header.finish().unwrap();
    for (number, (time, changes)) in wave.stamps.iter().enumerate() {
        body.time_change(*time).unwrap();
        for &(place, value) in changes {
            let width = wave.signals[place].width.max(1) as usize;
            let digits = format!("{value:0width$b}");
            body.signal_change(variables[place], &digits.as_bytes()[digits.len() - width..]).unwrap();
        }
        if number % 400 == 399 {
            body.flush().unwrap();
        }
    }
    body.finish().unwrap().into_inner()
}
