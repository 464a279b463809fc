# One image for all processes: `mailing api` (the default), `mailing worker`, `mailing inbound`, and `mailing migrate` once before new
# code starts. A release gives the commit, which the build cannot read without .git:
#   docker build --build-arg COMMIT=$(git rev-parse HEAD) --build-arg COMMIT_DATE=$(git log -1 --format=%cI) --build-arg VERSION=1.0.0 .
# The image is pinned by digest: `docker buildx imagetools inspect node:24-slim` says the one of now.
FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY local/build.mjs local/bundle.mjs local/compiled-start.mjs local/console.mjs local/digest.mjs local/generated.mjs local/keep-packages.mjs local/servers.mjs local/source-maps.mjs local/typescript.mjs local/
COPY local/client local/client
COPY api api
COPY client client
COPY console console
COPY common common
COPY inbound inbound
COPY shared shared
COPY worker worker
ARG COMMIT COMMIT_DATE
RUN RUN_AS_UID=1000 npm run build && node local/keep-packages.mjs

FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
# Why malloc has two arenas, and what is young a bound: local/program-environment.ts.
ENV NODE_ENV=production PORT=3000 MALLOC_ARENA_MAX=2 NODE_OPTIONS=--max-semi-space-size=16
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY LICENSE NOTICE ./
COPY local/mailing /usr/local/bin/
ARG COMMIT COMMIT_DATE VERSION
LABEL org.opencontainers.image.title=mailing-service org.opencontainers.image.licenses=MIT \
  org.opencontainers.image.version=$VERSION org.opencontainers.image.revision=$COMMIT org.opencontainers.image.created=$COMMIT_DATE
# The user `node`, as numbers: Kubernetes can not tell from a name that it is not root (runAsNonRoot).
USER 1000:1000
EXPOSE 3000
# The API can be asked on its own port. A worker or receiver has a port to be asked on with METRICS_PORT alone.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.METRICS_PORT || process.env.PORT) + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/api/main.js"]
