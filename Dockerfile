# The simulator as a container; every other command too:
#   docker build -t assay .
#   docker run --rm -p 4010:4010 assay
#   docker run --rm assay check https://your-server --key svc_test_…
# The control API and the dashboard are closed to other machines until they have a token:
#   docker run --rm -p 4010:4010 assay serve --host 0.0.0.0 --control-token SECRET

FROM node:22-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM node:22-slim
WORKDIR /app
ENV NODE_ENV=production
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts
COPY --from=build /build/dist ./dist
COPY fixtures/attachments ./fixtures/attachments
COPY suites/clients/examples/client.mjs ./suites/clients/examples/client.mjs
USER node
EXPOSE 4010
HEALTHCHECK CMD node -e "fetch('http://127.0.0.1:4010/_control/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"
ENTRYPOINT ["node", "dist/assay.js"]
CMD ["serve", "--host", "0.0.0.0"]
