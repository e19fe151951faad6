# Sourced by the scripts that need the pages: builds them if their sources changed.

# build/web is a symlink to the latest complete build. A running server continues to use the folder with which it
# started, so it never serves a partial build or mixes pages and scripts of two builds.
web_link=build/web

# The pages contain the product's name, so a new name needs a new build.
web_sources_hash() {
  {
    setting PRODUCT_NAME
    hash_of_files src/web src/contract src/domain src/server/http/pages public patches \
      vite.config.ts react-router.config.ts package-lock.json \
      script/release/build-web.ts script/release/site-files.ts script/release/web-build.sh
  } | hash_of_input
}

web_is_built() { [ "$(cat "$web_link/.sources" 2>/dev/null)" = "$1" ]; }

# Preserves the previous build, because a server that started with it may still be running.
remove_old_web_builds() {
  local folder
  # The names contain the time, so the shell lists the oldest first.
  set -- build/web-*/
  for folder in "$@"; do
    if [ "$#" -gt 2 ]; then rm -rf "$folder"; fi
    shift
  done
}

build_web() {
  local folder=$1
  export NODE_ENV=production WEB_BUILD_DIR=$folder VITE_PRODUCT_NAME
  VITE_PRODUCT_NAME=$(setting PRODUCT_NAME)
  quietly node node_modules/@react-router/dev/bin.cjs build && quietly node script/release/build-web.ts
}

# ensure_web_build when-changed|always
ensure_web_build() {
  local sources folder started=$SECONDS
  sources=$(web_sources_hash)
  if [ "$1" != always ] && web_is_built "$sources"; then
    say 'web: unchanged since its last build, skipped'
    return
  fi
  take_lock web
  if [ "$1" != always ] && web_is_built "$sources"; then
    say 'web: another run has just built it, skipped'
    free_lock
    return
  fi
  say 'web: building the pages'
  folder="build/web-$(date +%Y%m%d-%H%M%S)-$$"
  (build_web "$folder") || {
    rm -rf "$folder"
    fail 'web: the build failed (its output is above). The previous pages are still in place.'
  }
  say "$sources" >"$folder/.sources"
  # Only rename(2) replaces a symlink atomically, and mv uses it only on Linux.
  if [ -d "$web_link" ] && [ ! -L "$web_link" ]; then rm -rf "$web_link"; fi
  node -e 'const fs = require("node:fs"); fs.symlinkSync(process.argv[1], process.argv[2] + ".next"); fs.renameSync(process.argv[2] + ".next", process.argv[2])' \
    "$(basename "$folder")" "$web_link"
  remove_old_web_builds
  say "web: built in $((SECONDS - started)) s"
  free_lock
}
