import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAll, useFileStore } from '../../../test/support/file-store-checks.ts'
import { createLog } from '../log.ts'
import { type FileKey, FileStoreError, pathOf } from './file-store.ts'
import { parseS3Address } from './s3-address.ts'
import { createS3Store } from './s3-store.ts'

// A real server of the S3 protocol, from the npm registry. It knows this one key.
let folder: string
let server: S3rver
let port: number
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-s3-'))
  server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'receipts', configs: [] }],
  })
  port = (await server.run()).port
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const key = () => ({ businessId: randomUUID(), id: randomUUID() })

function storeAt(rest: string, at = port, credentials = 'S3RVER:S3RVER') {
  return createS3Store(parseS3Address(`http://${credentials}@127.0.0.1:${at}/${rest}`)!)
}

test('files are kept, read, listed and removed', async () => {
  expect(await useFileStore(storeAt('receipts/some/folder?region=eu-west-1'))).toHaveLength(1)
})

test('a folder of the bucket has nothing to do with another, and what others put there is left out', async () => {
  const [whole, one, two] = ['receipts', 'receipts/one', 'receipts/two'].map((rest) => storeAt(rest))
  const file = key()
  await one!.put(file, Buffer.from('a picture'))
  expect(await listAll(two!)).toEqual([])
  expect(await listAll(whole!)).toEqual([])
  await expect(two!.read(file)).rejects.toThrow('The file is not in the store.')
  await one!.remove(file)
})

/** A server that gives these answers, for what the one above cannot do. */
async function startAnswering(answer: (request: IncomingMessage) => { status: number; xml: string }) {
  const answering = createServer((request, response) => {
    const { status, xml } = answer(request)
    response.writeHead(status, { 'content-type': 'application/xml' })
    response.end(xml)
  })
  await new Promise<void>((resolve) => answering.listen(0, '127.0.0.1', resolve))
  return {
    port: (answering.address() as AddressInfo).port,
    close: () => new Promise((resolve) => answering.close(resolve)),
  }
}

test('more files than a page holds are all listed', async () => {
  const [first, second] = [key(), key()]
  const pageOf = (file: FileKey, rest: string) =>
    `<ListBucketResult><Contents><Key>${pathOf(file)}</Key><LastModified>2026-11-01T10:00:00.000Z</LastModified>
     </Contents>${rest}</ListBucketResult>`
  // s3rver fails on Node 24 where an answer has a second page.
  const paging = await startAnswering(({ url = '' }) => ({
    status: 200,
    xml: url.includes('continuation-token=next%3D')
      ? pageOf(second, '<IsTruncated>false</IsTruncated>')
      : pageOf(first, '<IsTruncated>true</IsTruncated><NextContinuationToken>next=</NextContinuationToken>'),
  }))
  const writtenAt = new Date('2026-11-01T10:00:00Z')
  expect(await listAll(storeAt('receipts', paging.port))).toEqual([
    { ...first, writtenAt },
    { ...second, writtenAt },
  ])
  await paging.close()
})

test('a store that refuses or does not answer is an error that names no key', async () => {
  const said: string[] = []
  const log = createLog('trace', { write: (line: string) => void said.push(line) })
  const asked: string[] = []
  // Repeats the key in its answer, as some stores do.
  const refusing = await startAnswering((request) => {
    asked.push(String(request.headers.authorization))
    return {
      status: 403,
      xml: '<Error><Code>InvalidAccessKeyId</Code><Message>OPENKEY1 is unknown</Message><AWSAccessKeyId>OPENKEY1</AWSAccessKeyId></Error>',
    }
  })
  const store = storeAt('receipts', refusing.port, 'OPENKEY1:hidden%2Fsecret')
  const first = await store.put(key(), Buffer.from('1')).catch((error: unknown) => error)
  await refusing.close()
  const second = await store.read(key()).catch((error: unknown) => error)
  expect(asked[0]).toContain('Credential=OPENKEY1/')
  for (const error of [first, second]) {
    expect(error).toBeInstanceOf(FileStoreError)
    log.error({ err: error }, 'failed')
    expect(String(error)).toMatch(/^FileStoreError: The file store could not (keep|give) a file: /)
  }
  expect(said.join('\n')).toContain('InvalidAccessKeyId')
  expect(said.join('\n')).not.toMatch(/OPENKEY1|hidden/)
})

test('an address says where the store is and how to sign in', () => {
  expect(parseS3Address('https://KEY:a%2Fb%2B@s3.example.com:9000/bucket/a/b?region=eu-west-1')).toEqual({
    endpoint: 'https://s3.example.com:9000',
    region: 'eu-west-1',
    bucket: 'bucket',
    prefix: 'a/b/',
    accessKeyId: 'KEY',
    secretAccessKey: 'a/b+',
  })
  expect(parseS3Address('http://KEY:SECRET@10.0.0.5/bucket')).toMatchObject({
    region: 'us-east-1',
    prefix: '',
  })
  for (const wrong of [
    'https://s3.example.com/bucket',
    'https://KEY@s3.example.com/bucket',
    'https://KEY:SECRET@s3.example.com',
    'https://KEY:SECRET@s3.example.com/bucket?regoin=eu-west-1',
    'https://KEY:%ff@s3.example.com/bucket',
    's3://KEY:SECRET@bucket/folder',
    'bucket',
  ]) {
    expect(parseS3Address(wrong), wrong).toBeNull()
  }
})
