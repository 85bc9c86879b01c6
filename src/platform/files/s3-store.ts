import { type FileStore, FileStoreError, keyOf, pathOf } from './file-store.ts'
import type { S3Address } from './s3-address.ts'

/** Files in a bucket of an S3-compatible store. */
export function createS3Store(address: S3Address): FileStore {
  const { bucket: Bucket, prefix } = address
  let opened: ReturnType<typeof openClient> | undefined

  /** The client is large, so it is loaded with the first file. */
  async function ask<T>(
    what: string,
    work: (s3: Awaited<ReturnType<typeof openClient>>) => Promise<T>,
  ): Promise<T> {
    try {
      return await work(await (opened ??= openClient(address)))
    } catch (error) {
      throw withoutKeys(what, error, address)
    }
  }

  return {
    put: (key, bytes) =>
      ask('keep a file', async ({ client, S3 }) => {
        await client.send(new S3.PutObjectCommand({ Bucket, Key: prefix + pathOf(key), Body: bytes }))
      }),
    read: (key) =>
      ask('give a file', async ({ client, S3 }) => {
        const { Body } = await client.send(new S3.GetObjectCommand({ Bucket, Key: prefix + pathOf(key) }))
        if (!Body) throw new Error('an answer without a body')
        return Buffer.from(await Body.transformToByteArray())
      }),
    remove: (key) =>
      ask('remove a file', async ({ client, S3 }) => {
        await client.send(new S3.DeleteObjectCommand({ Bucket, Key: prefix + pathOf(key) }))
      }),
    async *list() {
      for (let ContinuationToken: string | undefined, isLast = false; !isLast;) {
        const page = await ask('list its files', ({ client, S3 }) =>
          client.send(new S3.ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken })),
        )
        for (const { Key = '', LastModified } of page.Contents ?? []) {
          const key = keyOf(Key.slice(prefix.length))
          if (key && LastModified) yield { ...key, writtenAt: LastModified }
        }
        ContinuationToken = page.NextContinuationToken
        isLast = ContinuationToken === undefined
      }
    },
  }
}

async function openClient({ endpoint, region, accessKeyId, secretAccessKey }: S3Address) {
  const S3 = await import('@aws-sdk/client-s3')
  const client = new S3.S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    // Checksums beyond the signature are an extension that not every compatible store understands.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5000, requestTimeout: 60_000, throwOnRequestTimeout: true },
  })
  return { S3, client }
}

/** The client's errors carry the request, and a store may repeat the key in its answer. */
function withoutKeys(what: string, error: unknown, { accessKeyId, secretAccessKey }: S3Address): Error {
  if (error instanceof Error && error.name === 'NoSuchKey') return new Error('The file is not in the store.')
  const text = error instanceof Error ? `${error.name}: ${error.message}` : 'the reason is unknown'
  const said = text.replaceAll(secretAccessKey, '(secret)').replaceAll(accessKeyId, '(key)')
  return new FileStoreError(`The file store could not ${what}: ${said}`)
}
