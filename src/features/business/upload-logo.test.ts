import { randomUUID } from 'node:crypto'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeBadFiles, makeNoise, makePicture } from '../../../test/support/fixtures/images.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { getBusiness, getFile, maxLogoBytes, uploadLogo } from './contract.ts'

let app: TestApp
let cookie: string
let businessId: string

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const person = await app.signUpAndIn()
  cookie = person.cookie
  businessId = person.session.business.id
})

const send = (bytes: Buffer, headers: Record<string, string> = {}) =>
  app.send(uploadLogo, { file: new Blob([new Uint8Array(bytes)]) }, { cookie, headers })
const upload = async (bytes: Buffer) => answerOf(uploadLogo, await send(bytes))
const ownLogo = async () => (await answerOf(getBusiness, await app.send(getBusiness, {}, { cookie }))).logo
const fileIds = (of = businessId) =>
  withTenant(app.database, of, async ({ client }) => {
    const { rows } = await client.query<{ id: string }>('select id from files order by created_at')
    return rows.map((row) => row.id)
  })
const fetchFile = (id: string) => app.send(getFile, { params: { id } })

/** Puts a logo on an invoice. */
function makeInvoiceWith(logoId: string) {
  const id = randomUUID()
  return withTenant(app.database, businessId, ({ client }) =>
    client.query(
      `insert into invoices (business_id, id, number, created_by, company_name, company_email, client_name,
         client_email, issue_date, due_date, payment_terms, subtotal_minor, discount_minor, tax_minor, fees_minor,
         total_minor, send_option, send_reminder, logo_id)
       values ($1, $2::uuid, upper(left($2::uuid::text, 8)), $3, 'A', 'a@example.com', 'B', 'b@example.com', '2026-01-01',
         '2026-01-31', 'net_30', 100, 0, 0, 0, 100, 'do_not_send', false, $4)`,
      [businessId, id, randomUUID(), logoId],
    ),
  )
}

describe('a good picture', () => {
  test.each([
    ['jpeg', 'image/jpeg'],
    ['png', 'image/jpeg'],
    ['gif', 'image/jpeg'],
    ['webp', 'image/jpeg'],
  ] as const)('%s is kept as the logo, made anew, and served', async (format, contentType) => {
    const logo = await upload(
      await makePicture(format, { width: 900, height: 300, hiddenText: 'where I live' }),
    )
    expect(logo).toEqual({
      id: expect.any(String),
      url: `/api/v1/files/${logo.id}`,
      width: 600,
      height: 200,
    })
    expect(await ownLogo()).toEqual(logo)
    const served = await fetchFile(logo.id)
    expect(served.status).toBe(200)
    expect(served.headers.get('content-type')).toBe(contentType)
    const bytes = Buffer.from(await served.arrayBuffer())
    expect(bytes.includes('where I live')).toBe(false)
    const { exif, icc, width, height } = await sharp(bytes).metadata()
    expect({ exif, icc, width, height }).toEqual({ width: 600, height: 200 })
  })

  test('that is see-through is served as PNG', async () => {
    const { id } = await upload(await makePicture('webp', { colour: { r: 1, g: 2, b: 3, alpha: 0.4 } }))
    expect((await fetchFile(id)).headers.get('content-type')).toBe('image/png')
  })

  test('counts by what it holds, whatever its name and type say', async () => {
    const answer = await send(await makePicture('png'), { 'content-type': 'text/html' })
    expect(answer.status).toBe(200)
  })

  test('of exactly 2 MB is taken', async () => {
    const picture = await makeNoise('png', 400, 400)
    const filled = Buffer.concat([picture, Buffer.alloc(maxLogoBytes - picture.length)])
    expect(filled.length).toBe(2 * 1024 * 1024)
    expect((await send(filled)).status).toBe(200)
  })
})

describe('a bad file', () => {
  test('leaves nothing behind and the logo as it was', async () => {
    const logo = await upload(await makePicture('png'))
    for (const { what, name, bytes } of await makeBadFiles()) {
      const answer = await send(bytes, {
        'content-type': 'image/png',
        'content-disposition': `attachment; filename="${name}"`,
      })
      expect([what, answer.status]).toEqual([what, 422])
      expect(await problemOf(answer)).toMatchObject({
        code: 'INVALID_FILE_TYPE',
        title: 'Invalid file type',
        message: 'Please upload an image file',
      })
    }
    expect(await ownLogo()).toEqual(logo)
    expect(await fileIds()).toEqual([logo.id])
  })

  test('is also one that never came', async () => {
    const answer = await app.app.request(uploadLogo.path, {
      method: 'POST',
      headers: { cookie, origin: 'http://localhost:3000' },
    })
    expect((await problemOf(answer)).code).toBe('INVALID_FILE_TYPE')
    expect(await fileIds()).toEqual([])
  })

  test.each([
    ['says so', { 'content-length': String(maxLogoBytes + 1) }],
    ['does not say how long it is', {}],
  ])('of 2 MB and one byte that %s is too large', async (_what, headers) => {
    const picture = await makePicture('png')
    const answer = await send(
      Buffer.concat([picture, Buffer.alloc(maxLogoBytes + 1 - picture.length)]),
      headers,
    )
    expect(answer.status).toBe(413)
    expect(await problemOf(answer)).toMatchObject({
      code: 'BODY_TOO_LARGE',
      message: 'Logo image must be less than 2MB',
    })
    expect(await fileIds()).toEqual([])
    expect(await ownLogo()).toBeNull()
  })
})

describe('the logo before', () => {
  test('is removed', async () => {
    const first = await upload(await makePicture('png'))
    const second = await upload(await makePicture('jpeg'))
    expect(await ownLogo()).toEqual(second)
    expect(await fileIds()).toEqual([second.id])
    expect((await fetchFile(first.id)).status).toBe(404)
  })

  test('stays where it stands on an invoice', async () => {
    const first = await upload(await makePicture('png'))
    await makeInvoiceWith(first.id)
    const second = await upload(await makePicture('png'))
    expect(await ownLogo()).toEqual(second)
    expect(await fileIds()).toEqual([first.id, second.id])
    expect((await fetchFile(first.id)).status).toBe(200)
  })

  test('is not waited for while an invoice is being made with it', async () => {
    const first = await upload(await makePicture('png'))
    const second = await withTenant(app.database, businessId, async ({ client }) => {
      await client.query('select from files where id = $1 for key share', [first.id])
      return upload(await makePicture('png'))
    })
    expect(await ownLogo()).toEqual(second)
    expect(await fileIds()).toEqual([first.id, second.id])
    expect(app.log.filter((line) => line.includes(businessId) && line.includes('removed'))).toEqual([])
  })

  test('goes at a later upload when it was being put on an invoice that then came to nothing', async () => {
    const first = await upload(await makePicture('png'))
    await withTenant(app.database, businessId, async ({ client }) => {
      await client.query('select from files where id = $1 for key share', [first.id])
      await upload(await makePicture('png'))
    })
    const third = await upload(await makePicture('png'))
    expect(await fileIds()).toEqual([third.id])
  })

  test('that cannot be removed is noted in the log, and the new one is kept', async () => {
    const owner = new pg.Client({ connectionString: app.url })
    await owner.connect()
    try {
      const first = await upload(await makePicture('png'))
      await owner.query(`
        create function refuse() returns trigger language plpgsql as $$ begin raise 'not today'; end $$;
        create trigger refuse before delete on files for each row execute function refuse()`)
      const second = await upload(await makePicture('png'))
      expect(await ownLogo()).toEqual(second)
      expect(await fileIds()).toEqual([first.id, second.id])
      const noted = app.log.find((line) => line.includes('unused logos could not be removed'))
      expect(noted).toContain(businessId)
      expect(noted).toContain('not today')
    } finally {
      await owner.query('drop function refuse cascade')
      await owner.end()
    }
  })

  test('goes also when many are uploaded at once: one remains, and it is the business’s', async () => {
    const pictures = await Promise.all(
      Array.from({ length: 8 }, (_, index) => makePicture('png', { width: 10 + index })),
    )
    const logos = await Promise.all(pictures.map(upload))
    expect(new Set(logos.map((logo) => logo.id)).size).toBe(8)
    const kept = await ownLogo()
    expect(logos).toContainEqual(kept)
    expect(await fileIds()).toEqual([kept?.id])
  })
})

test('the uploads of one business change nothing of another', async () => {
  const mine = await upload(await makePicture('png'))
  const other = await app.signUpAndIn()
  const file = new Blob([new Uint8Array(await makePicture('jpeg'))])
  const theirs = await answerOf(uploadLogo, await app.send(uploadLogo, { file }, { cookie: other.cookie }))
  expect(await ownLogo()).toEqual(mine)
  expect(await fileIds()).toEqual([mine.id])
  expect(await fileIds(other.session.business.id)).toEqual([theirs.id])
})

test('sixty uploads an hour are enough for a person, good or bad', async () => {
  const answers = await Promise.all(Array.from({ length: 62 }, () => send(Buffer.from('no picture'))))
  const statuses = answers.map((answer) => answer.status)
  expect(statuses.filter((status) => status === 422)).toHaveLength(60)
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  expect((await send(await makePicture('png'))).headers.get('retry-after')).toBeTruthy()
  expect(await fileIds()).toEqual([])
})
