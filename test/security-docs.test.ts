import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { isThere, readNamedTest, readRows } from './support/named-tests.ts'

const top = resolve(import.meta.dirname, '..')
const text = readFileSync(join(top, 'docs', 'security.md'), 'utf8')

interface Requirement {
  id: string
  asks: string
  state: string
  where: string
}

const walk: Requirement[] = readRows(text)
  .filter(([id]) => /^\d+\.\d+\.\d+$/.test(id ?? ''))
  .map(([id = '', asks = '', state = '', where = '']) => ({ id, asks, state, where }))

const states = ['holds', 'holds, by reading', 'does not apply', 'open']

/** The number of requirements of levels 1 and 2 in each chapter of ASVS 5.0. */
const sizes = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]

const chapterOf = ({ id }: Requirement) => Number(id.split('.')[0])

test('every requirement has one row, in order, which says how it stands and why', () => {
  expect(sizes.map((_, n) => walk.filter((row) => chapterOf(row) === n + 1).length)).toEqual(sizes)
  const ids = walk.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })))
  expect(walk.filter(({ asks, where, state }) => !asks || !where || !states.includes(state))).toEqual([])
})

test('what holds names a test that is there, and so does all else that names one', () => {
  const proven = walk.filter(({ state }) => state === 'holds')
  const unproven = proven.filter(({ where }) => !isThere(readNamedTest(where)))
  expect(unproven.map(({ id, where }) => `${id}: ${where}`)).toEqual([])
  const others = text.matchAll(/\(((?:src|test)\/\S+ › [^)]+)\)/g)
  expect(
    [...others].map(([, named = '']) => named).filter((named) => !isThere(readNamedTest(named))),
  ).toEqual([])
  const named = [...text.matchAll(/\b(?:src|test|docs|scripts)\/[\w/.-]+\.\w+/g)].map(([path]) => path)
  expect(named.filter((path) => !existsSync(join(top, path)))).toEqual([])
})

test('the summary counts the rows', () => {
  const count = (rows: Requirement[]) =>
    states.map((state) => String(rows.filter((row) => row.state === state).length))
  const summary = readRows(text).filter(([name]) => /^\[V\d+ |^\*\*all /.test(name ?? ''))
  const plain = summary.map(([, ...counts]) => counts.map((cell) => cell.replaceAll('*', '')))
  expect(plain).toEqual([
    ...sizes.map((_, n) => count(walk.filter((row) => chapterOf(row) === n + 1))),
    count(walk),
  ])
  expect(summary.at(-1)?.[0]).toBe(`**all ${walk.length}**`)
})

test('what is open is listed by weight, once each, and nothing else is', () => {
  const [, list = ''] = /\n## What is open, by weight\n([\s\S]*?)\n## /.exec(text) ?? []
  const listed = [...list.matchAll(/\d+\.\d+\.\d+/g)].map(([id]) => id)
  const open = walk.filter(({ state }) => state === 'open').map(({ id }) => id)
  expect(listed.toSorted()).toEqual(open.toSorted())
})

test('its links lead to parts of it and to files that are there', () => {
  const titles = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title.toLowerCase())
  const anchors = new Set(titles.map((title) => title.replaceAll(/[^a-z0-9 -]/g, '').replaceAll(' ', '-')))
  const targets = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target)
  const dead = targets.filter((target) =>
    target.startsWith('#')
      ? !anchors.has(target.slice(1))
      : !existsSync(join(top, 'docs', target.replace(/#.*/, ''))),
  )
  expect(dead).toEqual([])
})
