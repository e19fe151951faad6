# Sourced by script/bootstrap and script/test: finds the browser of the end-to-end tests and exports
# CHROMIUM_PATH, which playwright.config.ts reads.

find_browser() {
  local candidate found
  for candidate in "${CHROMIUM_PATH:-}" chromium chromium-browser google-chrome google-chrome-stable \
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome' \
    '/Applications/Chromium.app/Contents/MacOS/Chromium'; do
    if [ -n "$candidate" ] && found=$(command -v "$candidate"); then
      export CHROMIUM_PATH=$found
      return 0
    fi
  done
  # Ask Playwright last, because starting Node takes a moment.
  found=$(node -p 'require("playwright-core").chromium.executablePath()' 2>/dev/null) || return 1
  [ -x "$found" ] || return 1
  export CHROMIUM_PATH=$found
}
