//! Images of a few instructions: how their runs end, and what is refused. The words are from GNU as.

use super::*;
use crate::run::Control;
use crate::workload::built_in;

const RAM: u32 = 0x4000_0000;

const WFI: u32 = 0x1050_0073;
/// `j .`
const SPIN: u32 = 0x0000_006F;
/// t0 is the finisher, t1 is 0x5555, which is written.
const PASS: [u32; 4] = [0x0010_02B7, 0x0000_5337, 0x5553_0313, 0x0062_A023];
/// t0 is the UART, t1 is "h", which is written.
const PRINT: [u32; 3] = [0x1200_02B7, 0x0680_0313, 0x0062_8023];
/// `lw t1, 0(zero)`, where nothing is.
const FAULT: u32 = 0x0000_2303;
/// mie enables the timer.
const ENABLE_TIMER: [u32; 2] = [0x0800_0313, 0x3043_1073];

/// An executable with these instructions at the beginning of memory.
fn elf(program: &[u32]) -> Vec<u8> {
    let bytes = 4 * program.len() as u32;
    let mut file = vec![0x7F, b'E', b'L', b'F', 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let words = [0x00F3_0002, 1, RAM, 52, 0, 1, 0x0020_0034, 1, 0];
    let header = [1, 84, RAM, RAM, bytes, bytes, 5, 4];
    file.extend(words.into_iter().chain(header).chain(program.iter().copied()).flat_map(u32::to_le_bytes));
    file
}

fn image(program: &[u32]) -> FirmwareImage {
    let platform = Platform { patience: 5000, ..Platform::default() };
    FirmwareImage::new(&elf(program), platform).unwrap()
}

fn ran(program: &[u32]) -> RunRecord {
    run_image(&built_in(), &image(program), (), &Control::default()).unwrap().0
}

#[test]
fn an_image_that_waits_or_spins_ends_with_the_reason() {
    let cases = [
        (vec![WFI, SPIN], "with neither the external interrupt nor the timer enabled"),
        ([ENABLE_TIMER.to_vec(), vec![WFI, SPIN]].concat(), "with neither the external"),
        (vec![SPIN], "does nothing: 5000 instructions"),
    ];
    for (program, expected) in cases {
        let record = ran(&program);
        let image = record.image.unwrap();
        assert!(!record.drained && image.exit_code.is_none());
        assert!(image.end_text().contains(expected), "{}", image.end_text());
        assert_eq!(record.stuck.len(), built_in().kernels().count());
        assert_eq!(record.stuck[0].reason, "the image never passed it to the resolver");
    }
}

#[test]
fn what_an_image_prints_and_its_code_are_in_the_record() {
    let record = ran(&[PRINT.as_slice(), &PASS].concat());
    let image = record.image.unwrap();
    assert_eq!((image.uart.as_str(), image.exit_code, image.instructions), ("h", Some(0), 7));
    assert!(!record.drained && image.left_over, "no kernel has run");
    assert_eq!(image.end_text(), "ended with code 0 before the workload was drained");
}

#[test]
fn an_exception_without_a_handler_is_an_error_with_the_cause() {
    let error = run_image(&built_in(), &image(&[FAULT]), (), &Control::default()).unwrap_err().to_string();
    assert!(error.starts_with("the firmware image stopped at 0x40000000 with a refused read"), "{error}");
    assert!(error.contains("no trap handler was set"), "{error}");
}

#[test]
fn a_run_can_be_stopped() {
    let stop = || true;
    let control = Control { stop: Some(&stop), progress: None };
    let platform = Platform::default();
    let spinning = FirmwareImage::new(&elf(&[SPIN]), platform).unwrap();
    let (record, ()) = run_image(&built_in(), &spinning, (), &control).unwrap();
    assert!(record.stopped && record.image.unwrap().instructions <= 1024);
}

#[test]
fn an_image_outside_memory_is_refused() {
    let ram = PlatformRegion { base: 0x6000_0000, size: 4096 };
    let error = FirmwareImage::new(&elf(&[WFI]), Platform { ram, ..Platform::default() }).unwrap_err();
    let expected = "the segment 0x40000000 to 0x40000003 is outside `ram`, which is 0x60000000 to 0x60000fff";
    assert!(error.to_string().starts_with(expected), "{error}");
}

#[test]
fn a_platform_is_read_and_keeps_what_is_not_given() {
    let platform =
        Platform::read("p.yaml", "ram: { size: 0x100000 }\nuart: 0x13000000\nbus_cycles: 9\n").unwrap();
    let ram = PlatformRegion { base: RAM, size: 0x10_0000 };
    assert_eq!(platform, Platform { ram, uart: 0x1300_0000, bus_cycles: Some(9), ..Platform::default() });
}

#[test]
fn a_platform_with_a_mistake_is_refused_at_its_place() {
    let cases = [
        ("urat: 0x12000000", 1, "unknown key `urat` in a platform"),
        ("ram: { bse: 0 }", 1, "unknown key `bse` in a region"),
        ("timer: 0x02000000\nuart: 0x12000800", 2, "0x12000800 is not a multiple of 0x1000"),
        ("cycles_per_instruction: -1", 1, "`-1` is not legal here"),
        ("bus_cycles: 0", 1, "`0` is not legal here"),
        ("patience: 10", 1, "`10` is not legal here"),
        ("ram: 7", 1, "`7` is not legal here"),
        ("[1]", 1, "a list is not legal here"),
        ("uart: 0x40001000", 1, "`uart` overlaps `ram` of the built-in map"),
        ("uart: 0x13000000\ntimer: 0x13000000", 2, "`timer` overlaps `uart` of line 1"),
        ("uart: 0x13000000\nuart: 0x14000000", 2, ""),
        ("timer: 0xfffff000", 1, "`timer` at 0xfffff000 runs past the end of the address space"),
        ("uart: [", 1, ""),
    ];
    for (text, line, expected) in cases {
        let error = Platform::read("p.yaml", text).unwrap_err();
        assert!(error.message.starts_with(expected), "{text}: {}", error.message);
        assert_eq!(error.place.line(), line, "{text}");
    }
}

#[test]
fn the_workload_in_memory_has_every_graph_kernel_and_dependency() {
    let workload = built_in();
    let bytes = handover::bytes(&workload, &Platform::default()).unwrap();
    let word = |place: usize| u32::from_le_bytes(bytes[4 * place..4 * place + 4].try_into().unwrap());
    assert_eq!((word(0), word(1), word(2) as usize), (0x5753_5748, 1, bytes.len()));
    let kernels: Vec<_> = workload.kernels().collect();
    let dependencies: usize =
        kernels.iter().map(|(_, kernel)| kernel.deps.len() + kernel.external.len()).sum();
    let counts = [4, 6, 8].map(|place| word(place) as usize);
    assert_eq!(counts, [workload.dags.len(), kernels.len(), dependencies]);
    for (id, (dag, kernel)) in kernels.iter().enumerate() {
        let at = word(5) as usize / 4 + 32 * id;
        assert_eq!((word(at) as usize, word(at + 9)), (id, kernel.est));
        assert_eq!(workload.dags[word(at + 30) as usize].name, dag.name);
        let name = &bytes[word(at + 29) as usize..];
        assert!(name.starts_with(kernel.name.as_bytes()) && name[kernel.name.len()] == 0);
        assert_eq!(word(at + 25) as usize, kernel.deps.len() + kernel.external.len());
    }
    assert_eq!(word(21), 0, "the example needs nothing that a simple firmware lacks");
}
