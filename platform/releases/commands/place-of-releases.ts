/** Settings of all commands that read or change releases, as their help has them (docs/deploy.md). */
export const placeOfReleases = {
  RELEASES: 'a folder, or a bucket as https://storage.example/releases; dist unless set',
  RELEASES_S3_KEY_ID: 'the keys of that bucket, with RELEASES_S3_SECRET and RELEASES_S3_REGION',
  RELEASE_SIGNING_KEY: 'signs what changes; needed where what is live is signed',
  RELEASE_PUBLIC_KEY: 'verifies what is live',
}
