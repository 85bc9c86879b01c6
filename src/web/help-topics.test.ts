import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { helpTopics } from './help-topics.ts'

const sources = resolve(import.meta.dirname, '..')

test('every hard word has its ? somewhere in the app', () => {
  const placed = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .flatMap((name) => [
      ...readFileSync(join(sources, name), 'utf8').matchAll(/\b(?:topic|help)="([a-z-]+)"/g),
    ])
    .map(([, topic = '']) => topic)
  expect([...new Set(placed)].toSorted()).toEqual(Object.keys(helpTopics).toSorted())
})
