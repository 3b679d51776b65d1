# The sandbox alone, for machines without Swift. docs/sandbox.md says how to build and run it.
FROM swift:6.2-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends libssl-dev libcurl4-openssl-dev
WORKDIR /src
COPY Package.swift ./
COPY clients clients
COPY Sources Sources
COPY Tests Tests
COPY scripts/sandbox-image.sh scripts/
RUN scripts/sandbox-image.sh /image

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends libssl3 libcurl4 libstdc++6 ca-certificates
COPY --from=build /image /sandbox
# The container's ports are reached from outside of it; publish them on 127.0.0.1 of the host.
EXPOSE 8377
ENTRYPOINT ["/sandbox/sandbox", "serve", "--listen", "0.0.0.0"]
