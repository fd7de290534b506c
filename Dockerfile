# The page as a small server of files: docker build -t racefree . && docker run --rm -p 8080:8080 racefree
# Then open http://localhost:8080. The programs of a reader stay in the reader's browser.
# Tried: the two commands of the first stage, and its folder behind a plain server of files. Not tried: the image itself, for want of a Docker daemon.
FROM rust:1-slim AS build
# Clang compiles the parser of Java for a browser.
RUN apt-get update && apt-get install --yes --no-install-recommends clang && rustup target add wasm32-unknown-unknown
WORKDIR /racefree
COPY . .
RUN app/web/build site /site

FROM busybox:stable
COPY --from=build /site /site
USER nobody
EXPOSE 8080
CMD ["httpd", "-f", "-p", "8080", "-h", "/site"]
