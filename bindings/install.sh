#!/usr/bin/env bash
# Installs the C libraries: headers, static and shared libraries, and the files by which pkg-config and CMake find them.
# `bindings/install.sh --help` has the options; bindings/install has the templates.
set -euo pipefail

usage() {
    cat <<'HELP'
Usage: bindings/install.sh --prefix DIR [OPTION...]

Builds and installs the C libraries of the HWS: hws_fw (firmware API) and hws_model (the model).

  --prefix DIR      install below DIR; what is installed may be moved later
  --libdir DIR      folder of the libraries, below the prefix [lib]
  --profile NAME    Cargo profile of the build [release]
  --examples DIR    also copy the example programs to DIR
  --help            print this text

Environment:
  DESTDIR           put the files below DESTDIR, for a package; they still name the prefix
  CARGO_TARGET_DIR  where to build [target of the repository]
  HWS_REGMAP        build for another register map

What is installed:
  include/          hws_fw.h, hws_model.h, hws_regs.h (the registers, from the map)
  LIBDIR/           libhws_fw and libhws_model, static and shared
  LIBDIR/pkgconfig/ hws_fw, hws_model, and -static of each
  LIBDIR/cmake/hws/ find_package(hws): targets hws::fw, hws::model, and _shared and _static of each

Example:
  bindings/install.sh --prefix "$HOME/hws"
  export PKG_CONFIG_PATH=$HOME/hws/lib/pkgconfig
  gcc bench.c $(pkg-config --cflags --libs hws_model) -Wl,-rpath,"$HOME/hws/lib"
HELP
}

# refuse WHAT REMEDY: nothing was installed.
refuse() {
    printf 'install.sh: %s; %s\n' "$1" "$2" >&2
    exit 2
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
templates=$root/bindings/install
prefix='' libdir=lib profile=release examples=''

while [ $# -gt 0 ]; do
    case $1 in --*=*) set -- "${1%%=*}" "${1#*=}" "${@:2}" ;; esac
    case $1 in
    --help | -h)
        usage
        exit
        ;;
    --prefix | --libdir | --profile | --examples)
        [ -n "${2:-}" ] || refuse "\`$1\` has no value" "give it as \`$1 VALUE\`"
        case $2 in -*) refuse "the value of \`$1\` is an option, \`$2\`" "give it as \`$1 VALUE\`" ;; esac
        declare "${1#--}=$2"
        shift 2
        ;;
    *) refuse "unknown argument \`$1\`" "see \`bindings/install.sh --help\`" ;;
    esac
done
[ -n "$prefix" ] || refuse "no prefix" "say where to install: \`--prefix DIR\`"
case $libdir in
*[!A-Za-z0-9_./+-]*) refuse "\`--libdir $libdir\` has an unusual character" "use letters, digits, and \`_./+-\`" ;;
/* | .. | ../* | */../* | */..) refuse "\`--libdir $libdir\` is not below the prefix" "give a relative folder, such as \`lib64\`" ;;
esac
[ "$(uname -s)" = Linux ] || refuse "$(uname -s) is not supported" "only Linux is: shared libraries are named as ELF wants"
for tool in cargo:rustup ld:binutils objcopy:binutils install:coreutils; do
    command -v "${tool%:*}" >/dev/null || refuse "\`${tool%:*}\` is missing" "install ${tool#*:}"
done

prefix=$(realpath -m -- "$prefix")
[ -z "${DESTDIR:-}" ] || DESTDIR=$(realpath -m -- "$DESTDIR")
to=${DESTDIR:-}$prefix

# writable FOLDER OPTION: refuses before anything is built what could not be written after it.
writable() {
    local folder=$1
    while [ ! -e "$folder" ]; do folder=$(dirname "$folder"); done
    [ -d "$folder" ] || refuse "$folder is not a folder" "choose another $2"
    [ -w "$folder" ] || refuse "$folder cannot be written" "choose another $2, or run as a user who may write there"
}
writable "$to" --prefix
if [ -n "$examples" ]; then
    examples=$(realpath -m -- "$examples")
    writable "$examples" --examples
fi

# ---- Build

# The map may be given relative to the folder of the caller.
[ -z "${HWS_REGMAP:-}" ] || HWS_REGMAP=$(realpath -e -- "$HWS_REGMAP") || refuse "HWS_REGMAP is no file" "give the path of a map"

usual_target=$(realpath -m "${CARGO_TARGET_DIR:-$root/target}")
# A folder of its own: libraries with a name for the loader are not those that the tests link.
CARGO_TARGET_DIR=$usual_target/install
export CARGO_TARGET_DIR
case $profile in dev) built=$CARGO_TARGET_DIR/debug ;; *) built=$CARGO_TARGET_DIR/$profile ;; esac
stage=$CARGO_TARGET_DIR/stage
rm -rf "$stage"
mkdir -p "$stage"

in_root() { (cd "$root" && "$@"); }

# constant HEADER NAME: its value.
constant() { sed -n "s/^#define $2 //p" "$1"; }

# functions HEADER: what a program may call.
functions() { sed -n '/^extern "C" {/,$p' "$1" | grep -v '^ *//' | tr '\n' ' ' | grep -oE '[A-Za-z_0-9]+\(([^()]|\([^()]*\))*\) *;' | sed 's/(.*//'; }

# build PACKAGE CRATE NAME HEADER CONSTANT FEATURE: the libraries NAME of a package; FEATURE takes another map.
build() {
    local package=$1 crate=$2 name=$3 header=$4 version
    local other_map=(${HWS_REGMAP:+--features "$6"})
    version=$(constant "$header" "$5")
    [ -n "$version" ] || refuse "$header has no $5" "write it anew: bindings/headers/README.md"
    local major=$((version / 1000)) minor=$((version % 1000))
    local shared=lib$name.so.$major.$minor
    in_root cargo rustc --quiet --locked --package "$package" --lib --profile "$profile" "${other_map[@]}" --crate-type cdylib -- \
        -C "link-arg=-Wl,-soname,lib$name.so.$major"
    install -m 755 "$built/lib$crate.so" "$stage/$shared"
    objcopy --strip-unneeded "$stage/$shared"
    in_root cargo rustc --quiet --locked --package "$package" --lib --profile "$profile" "${other_map[@]}" --crate-type staticlib
    static "$built/lib$crate.a" "$name" "$header"
    printf -v "${name}_major" %s "$major"
    printf -v "${name}_file" %s "$shared"
}

# static ARCHIVE NAME HEADER: an archive of one object, in which only the functions of the header are visible. So a program
# may contain several libraries written in Rust, whatever versions of Rust's own library they have.
static() {
    local object=$stage/$2.o undefined
    functions "$3" >"$stage/$2.functions"
    # What nothing needs is left out, and no section is a member of a group that the linker could discard.
    mapfile -t undefined < <(sed 's/^/--undefined=/' "$stage/$2.functions")
    ld -r --gc-sections --force-group-allocation "${undefined[@]}" -o "$object" "$1"
    # Rust's own library has code of LLVM in it, at which some versions of `ar` stumble.
    objcopy --strip-debug --remove-section=.llvmbc --remove-section=.llvmcmd --keep-global-symbols="$stage/$2.functions" "$object"
    ar rcs "$stage/lib$2.a" "$object"
}

# `build` assigns them.
hws_fw_major='' hws_fw_file='' hws_model_major='' hws_model_file=''
build hws-fw-c hws_fw hws_fw "$root/bindings/c/include/hws_fw.h" HWS_FW_ABI_VERSION fw-api/other-map
build hws-model-c hws_model_c hws_model "$root/bindings/c-model/include/hws_model.h" HWS_MODEL_ABI_VERSION hws-regs/other-map
in_root env CARGO_TARGET_DIR="$usual_target" cargo run --quiet --locked --package hws-regmap --example export -- \
    c ${HWS_REGMAP:+"$HWS_REGMAP"} >"$stage/hws_regs.h"

# ---- Install

version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' "$root/Cargo.toml")
# From a folder in the library folder back to the prefix, so that both may be moved together.
up() { realpath -m --relative-to="$prefix/$libdir/$1" "$prefix"; }

word_bytes=$(($(rustc --print cfg | sed -n 's/^target_pointer_width="\(.*\)"/\1/p') / 8))
# fill TEMPLATE FILE FOLDER: FOLDER is that of the file, below the library folder.
fill() {
    sed -e "s|@VERSION@|$version|g; s|@LIBDIR@|$libdir|g; s|@UP@|$(up "$3")|g; s|@WORD_BYTES@|$word_bytes|g" \
        -e "s|@FW_FILE@|$hws_fw_file|g; s|@FW_MAJOR@|$hws_fw_major|g" \
        -e "s|@MODEL_FILE@|$hws_model_file|g; s|@MODEL_MAJOR@|$hws_model_major|g" \
        "$templates/$1" >"$stage/filled"
    install -D -m 644 "$stage/filled" "$to/$libdir/$3/$2"
}

install -d "$to/include" "$to/$libdir"
install -m 644 "$root/bindings/c/include/hws_fw.h" "$root/bindings/c-model/include/hws_model.h" "$stage/hws_regs.h" "$to/include"
for name in hws_fw hws_model; do
    file=${name}_file major=${name}_major
    install -m 644 "$stage/lib$name.a" "$to/$libdir"
    install -m 755 "$stage/${!file}" "$to/$libdir"
    ln -sf "${!file}" "$to/$libdir/lib$name.so.${!major}"
    ln -sf "lib$name.so.${!major}" "$to/$libdir/lib$name.so"
    for kind in "" -static; do fill "$name$kind.pc.in" "$name$kind.pc" pkgconfig; done
done
fill hwsConfig.cmake.in hwsConfig.cmake cmake/hws
fill hwsConfigVersion.cmake.in hwsConfigVersion.cmake cmake/hws
if [ -n "$examples" ]; then
    mkdir -p "$examples"
    install -m 644 "$root"/bindings/examples/* "$examples"
fi
printf 'installed hws %s in %s\n' "$version" "$to"
