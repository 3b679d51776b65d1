# The sandbox alone, for machines without Swift. docs/sandbox.md says how to build and run it. The digests are those of
# docker-library/repo-info; `docker buildx imagetools inspect swift:6.2-bookworm` prints the newest one.
FROM swift:6.2-bookworm@sha256:da5a812247285bddb8cf3a242f882a3affa156f34deb16df1b3267efe7129aff AS build
RUN apt-get update && apt-get install -y --no-install-recommends libssl-dev libcurl4-openssl-dev python3
WORKDIR /src
COPY Package.swift ./
COPY clients clients
COPY Sources Sources
COPY Tests Tests
COPY scripts/sandbox-image.sh scripts/
COPY scripts/release scripts/release
# The commit stands in THIRD-PARTY.md: docker build --build-arg COMMIT="$(git rev-parse HEAD)" .
ARG COMMIT
RUN scripts/sandbox-image.sh /image && scripts/release/third_party.py /image "${COMMIT:-of your clone}"

FROM debian:bookworm-slim@sha256:abd67ffcfa541b485a3dff59865ab629aa048a6c613e639d36e7456b0b229241
RUN apt-get update && apt-get install -y --no-install-recommends libssl3 libcurl4 libstdc++6 ca-certificates
COPY --from=build /image /sandbox
# The container's ports are reached from outside of it; publish them on 127.0.0.1 of the host.
EXPOSE 8377
ENTRYPOINT ["/sandbox/sandbox", "serve", "--listen", "0.0.0.0"]
