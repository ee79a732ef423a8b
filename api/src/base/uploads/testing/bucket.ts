import { startMemoryBucket } from '@portal/s3/testing/memory-bucket'

/** Starts a bucket in memory. Returns it with the settings of an API that stores its images there. */
export async function startBucket() {
  const bucket = await startMemoryBucket()
  const env = { UPLOADS_S3_URL: bucket.url, UPLOADS_S3_KEY_ID: bucket.keyId, UPLOADS_S3_SECRET: bucket.secret }
  return Object.assign(bucket, { env })
}
