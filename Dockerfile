# One image: web (the default), worker, migrate and the operator's commands. See docker-compose.yml. tests/image carries
# these steps out; it knows each RUN by its text.

FROM node:24-bookworm-slim AS base
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1

FROM base AS build
COPY package.json package-lock.json .npmrc ./
# No package of ours needs its install script here: the embedded PostgreSQL's is for `npm start`.
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts
COPY . .
RUN node scripts/generate-client.mjs
RUN node scripts/build.mjs && rm -rf .next/cache

FROM base AS dependencies
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts
COPY scripts/lock-file.mjs scripts/slim-packages.mjs ./scripts/
# `--build-arg WITHOUT=baileys` makes an image that may be handed on: docs/licences.md.
ARG WITHOUT=
RUN node scripts/slim-packages.mjs

FROM base AS runtime
ENV NODE_ENV=production \
    GARIMPO_MODE=production \
    PORT=3000
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json next.config.mjs ./
COPY prisma/schema ./prisma/schema
COPY prisma/migrations ./prisma/migrations
COPY public ./public
COPY scripts/run.mjs scripts/sources.mjs ./scripts/
COPY --from=build /app/.compiled ./.compiled
COPY --from=build /app/.next ./.next
# All that processes write, besides /tmp: Next's cache, and the volume, which takes over the owner of its folder.
RUN mkdir .next/cache && chown node:node .next/cache && mkdir /media && chown node:node /media
USER node
EXPOSE 3000
# For the web; a worker has no port, so its service switches this off.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-old-space-size=512", "--max-semi-space-size=4", "scripts/run.mjs", "server/main"]
