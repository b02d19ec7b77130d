# syntax=docker/dockerfile:1
# The image of Steward: docker build --tag steward .
# It runs as its own user and writes to /data and /tmp only, so its root file system can be read-only.

FROM node:24-bookworm-slim AS build
WORKDIR /app
# The Node of the lock file needs libatomic.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libatomic1 \
  && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY console/package.json console/
RUN npm ci --omit=dev --include=optional
COPY . .
RUN npm run build \
  && ln -s "$(echo node_modules/node-linux-*/bin/node)" node

FROM debian:bookworm-slim
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libatomic1 \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 10001 --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin steward \
  && install --directory --owner=steward --group=steward --mode=0700 /data
WORKDIR /app
COPY --from=build /app /app
ENV HOST=0.0.0.0 \
  PORT=8080 \
  STEWARD_DATA_DIR=/data \
  STEWARD_OPERATIONS_PORT=9464
USER 10001:10001
VOLUME /data
EXPOSE 8080 9464
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s --start-interval=2s --retries=3 \
  CMD ["/app/node", "--eval", "fetch(`http://127.0.0.1:${process.env.STEWARD_OPERATIONS_PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/app/node", "--max-semi-space-size=16", "--max-old-space-size=1024"]
# A command instead: docker run … steward server/src/cli/main.ts db status
CMD ["server/src/main.ts"]
