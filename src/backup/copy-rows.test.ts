import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { copyIn, copyOut } from './copy-rows.ts'

const client = new pg.Client({ connectionString: inject('serverUrl') })
beforeAll(() => client.connect())
afterAll(() => client.end())

test('a reader that is slower than the server gets every row, and the connection goes on', async () => {
  for (let rows = 1; rows <= 12; rows++) {
    const stream = copyOut(
      client,
      `copy (select repeat('x', 65535) from generate_series(1, ${rows})) to stdout`,
      65_536,
    )
    // Until all that fits has come, with the end right behind it.
    await sleep(20)
    let length = 0
    for await (const piece of stream) length += (piece as Buffer).length
    expect([stream.rows, length]).toEqual([rows, rows * 65_536])
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  }
})

test('a source that fails in the middle leaves no row, and the connection goes on', async () => {
  await client.query('create temp table copied (line text)')
  async function* failing() {
    yield Buffer.from('one\n')
    throw new Error('no more')
  }
  await expect(copyIn(client, 'copy copied from stdin', failing())).rejects.toThrow('no more')
  expect((await client.query('select from copied')).rowCount).toBe(0)
})
