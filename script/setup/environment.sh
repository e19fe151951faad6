# Sourced by every script: changes to the project folder, selects Node, and defines the shared functions.
# The scripts use only Bash 3.2 and POSIX tools, for macOS and a minimal Debian.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

say() { printf '%s\n' "$*"; }

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# With -h or --help, prints the comment at the top of the script and exits.
help_when_asked() {
  local script=$1 word
  shift
  for word in "$@"; do
    case $word in
      -h | --help)
        awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$script"
        exit 0
        ;;
    esac
  done
}

# Prints the value of a setting. As with Node's --env-file, the environment overrides .env.
setting() {
  local name=$1 line
  if [ -n "${!name:-}" ]; then
    printf '%s\n' "${!name}"
  elif [ -f .env ]; then
    line=$(grep -E "^(export +)?$name=" .env | tail -n 1) || return 0
    line=${line#*=}
    line=${line#[\"\']}
    printf '%s\n' "${line%[\"\']}"
  fi
}

# Halves Node's memory at idle without a measurable cost. V8's young generation would grow to 32 MB while modules load,
# and never shrink. The compile cache avoids recompiling at each start.
spare_memory() {
  export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$PWD/.tools/compile-cache}"
  export NODE_OPTIONS="--max-semi-space-size=8 ${NODE_OPTIONS:-}"
}

# Replaces the shell with Node, so that signals reach Node directly, and loads .env.
exec_node() {
  spare_memory
  if [ -f .env ]; then exec node --env-file=.env "$@"; fi
  exec node "$@"
}

# Prints the entry point for script/server. Both start the same product, but only the first can include the sandbox.
server_entry() {
  if [ "$(setting NODE_ENV)" != production ] || [ "$(setting ALLOW_SANDBOX)" = true ]; then
    say sandbox/with-product.ts
  else
    say src/server/main.ts
  fi
}

# Uses sha256sum on Debian and shasum on macOS.
hash_of_input() {
  if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi | cut -d ' ' -f 1
}

# Ignores missing paths, so that adding or removing a file also changes the hash.
hash_of_files() {
  { find "$@" -type f -print0 2>/dev/null || true; } | LC_ALL=C sort -z |
    if command -v sha256sum >/dev/null; then xargs -0 sha256sum; else xargs -0 shasum -a 256; fi |
    hash_of_input
}

# --- Node -----------------------------------------------------------------------------------------------

oldest_node_major=24

node_platform() {
  case "$(uname -s) $(uname -m)" in
    'Linux x86_64') say linux-x64 ;;
    'Linux aarch64' | 'Linux arm64') say linux-arm64 ;;
    'Darwin x86_64') say darwin-x64 ;;
    'Darwin arm64') say bin-darwin-arm64 ;;
    *) return 1 ;;
  esac
}

node_is_new_enough() {
  local version major
  version=$("$1" --version 2>/dev/null) || return 1
  major=${version#v}
  [ "${major%%.*}" -ge "$oldest_node_major" ] 2>/dev/null
}

# The folder name contains version and platform, so that two machines can share one tree.
own_node_folder() {
  local version
  read -r version <.node-version
  say "$PWD/.tools/node-$version-$(node_platform)"
}

# Puts a recent enough Node first on PATH, or fails.
use_node() {
  local folder
  if node_is_new_enough node; then return 0; fi
  folder=$(own_node_folder) || return 1
  node_is_new_enough "$folder/bin/node" || return 1
  PATH="$folder/bin:$PATH"
  export PATH
}

# --- Locks ----------------------------------------------------------------------------------------------

longest_wait_s=900

is_alive() { kill -0 "$1" 2>/dev/null || [ -d "/proc/$1" ] || ps -p "$1" >/dev/null 2>&1; }

# The folder `.removing` is a lock too: without it, two waiting processes could both remove the stale lock, and the
# second would remove the new lock of the first.
remove_stale_lock() {
  local lock=$1 owner
  mkdir "$lock.removing" 2>/dev/null || return 0
  owner=$(cat "$lock/pid" 2>/dev/null) || owner=
  if [ -z "$owner" ] || ! is_alive "$owner"; then
    rm -rf "$lock"
    say "removed a stale lock of an interrupted run (process ${owner:-unknown})"
  fi
  rmdir "$lock.removing"
}

# take_lock NAME: a mutex between processes. A caller must check again afterwards whether another process did the work.
take_lock() {
  local lock=".tools/$1.lock" waited=0 nameless=0 owner
  mkdir -p .tools 2>/dev/null || true
  [ -w .tools ] || fail "The folder $PWD cannot be written by $(id -un): run this as its owner."
  until mkdir "$lock" 2>/dev/null; do
    owner=$(cat "$lock/pid" 2>/dev/null) || owner=
    if [ -z "$owner" ]; then nameless=$((nameless + 1)); else nameless=0; fi
    if [ -n "$owner" ] && ! is_alive "$owner"; then
      remove_stale_lock "$lock"
    elif [ "$nameless" -ge 10 ]; then
      # The lock's owner died between mkdir and writing the pid, so no process will free the lock.
      nameless=0
      remove_stale_lock "$lock"
    else
      [ "$waited" -ne 0 ] || say "$1: waiting for another run (process ${owner:-unknown})"
      [ "$waited" -lt "$longest_wait_s" ] ||
        fail "$1: waited 15 minutes for process $owner. If it is not one of these scripts, remove $PWD/$lock and run this again."
      waited=$((waited + 1))
      sleep 1
    fi
  done
  say "$$" >"$lock/pid"
  held_lock=$lock
  trap free_lock EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
}

free_lock() {
  if [ -n "${held_lock:-}" ]; then rm -rf "$held_lock"; fi
  held_lock=
}
