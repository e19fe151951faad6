# syntax=docker/dockerfile:1
# One image for web and worker: ROLES selects them. PostgreSQL and the storage run elsewhere.
#
#   docker build -t escriba .
#   docker build -t escriba --build-arg PRODUCT_NAME=Outra .
#
# The build puts the product name into the pages, so it is a build argument.

# Debian instead of Alpine, because the speech engine's binaries need glibc.
FROM node:24-bookworm-slim AS base
WORKDIR /app
SHELL ["/bin/bash", "-euo", "pipefail", "-c"]

FROM base AS pages
COPY package.json package-lock.json .npmrc ./
COPY patches patches
RUN npm install --no-save --include=dev --no-fund --no-audit && npx patch-package --error-on-fail
COPY tsconfig.json vite.config.ts react-router.config.ts ./
COPY public public
COPY script script
COPY src src
ARG PRODUCT_NAME=Escriba
RUN PRODUCT_NAME="$PRODUCT_NAME" bash -c '. script/setup/environment.sh && . script/setup/machine.sh && . script/release/web-build.sh && ensure_web_build always' \
  && npm sbom --sbom-format cyclonedx > build/sbom.cdx.json

# Runtime packages only, without build tools and the embedded PostgreSQL.
FROM base AS packages
COPY package.json package-lock.json .npmrc ./
# npm keeps a development package that a runtime package names as an optional peer, unless the list is gone.
RUN npm pkg delete devDependencies && npm install --no-save --omit=dev --no-fund --no-audit

FROM base AS product
RUN apt-get update \
  && apt-get install -y --no-install-recommends ffmpeg ca-certificates \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o node -g node /data
COPY package.json LICENSE NOTICE ./
COPY --from=packages /app/node_modules node_modules
COPY drizzle drizzle
COPY script script
COPY src/contract src/contract
COPY src/domain src/domain
COPY src/server src/server
COPY --from=pages /app/build build

ARG PRODUCT_NAME=Escriba
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    PRODUCT_NAME=$PRODUCT_NAME
# The server writes only here and to /tmp, so the root file system may be read-only.
VOLUME ["/data"]
USER node
EXPOSE 3000
# A worker serves /health at METRICS_PORT only, so compose.yaml overrides this check. The timeout is above the server's
# own limit of 9 s, because Docker would otherwise kill the check before the server's answer.
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=8", "src/server/main.ts"]
