# docker/pin-images adds the digest here and in docker-compose.yml.
ARG NODE_IMAGE=node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc prisma.config.ts ./
COPY prisma ./prisma
RUN npm ci
COPY . .
# docker build --build-arg COMMIT=$(git rev-parse HEAD) . lets timbre --version and /health name the commit.
ARG COMMIT
RUN npm run build && npm prune --omit=dev && docker/prune-modules .

# The reverse proxy of docker-compose.yml, which is what test/http/reverse-proxy.test.ts runs: Debian's nginx.
FROM ${NODE_IMAGE} AS proxy
RUN apt-get update && apt-get install -y --no-install-recommends nginx-light && rm -rf /var/lib/apt/lists/*
COPY docker/nginx.conf /etc/nginx/nginx.conf
USER www-data
EXPOSE 8080 8443
CMD ["nginx", "-e", "stderr", "-g", "daemon off;"]

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Nothing is installed at run time, so whoever gets in finds no installer.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn-* \
  && install -d -o node -g node -m 0700 /data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/prisma/migrations ./prisma/migrations
# docker compose run --rm service timbre --help
COPY --from=build /app/docker/timbre /usr/local/bin/timbre
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Ends at once for a wrong setting and starts the program again after any other end: under `docker run` as under an orchestrator, and
# so that /metrics counts the ends. It passes SIGTERM on and may be PID 1; `init: true` in compose is for grandchildren.
CMD ["node", "dist/src/supervisor.js"]
