import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type TestApp,
  answerOf,
  createTestApp,
  problemOf,
  signUpAdmin,
} from '../../../test/support/test-app.ts'
import { listHelpVotes, voteOnArticle } from './contract.ts'
import { type HelpSlug, helpSlugs } from './help-rules.ts'

let app: TestApp
let admin: Awaited<ReturnType<typeof signUpAdmin>>
beforeAll(async () => {
  app = await createTestApp()
  admin = await signUpAdmin(app)
})
afterAll(() => app.close())

function vote(article: HelpSlug, helpful: boolean, ip: string = randomUUID()) {
  const request = { params: { article }, body: { helpful } }
  return app.send(voteOnArticle, request, { headers: { 'x-forwarded-for': ip } })
}

const list = async () => {
  const { articles } = await answerOf(listHelpVotes, await app.send(listHelpVotes, {}, admin))
  return articles
}

test('readers who answer at the same moment all count, and those that helped fewest are named first', async () => {
  expect(await list()).toEqual([])
  const answers = [
    ...Array.from({ length: 12 }, (_, n) => vote('first-invoice', n % 3 > 0)),
    ...Array.from({ length: 3 }, () => vote('expenses', true)),
    ...Array.from({ length: 5 }, () => vote('api', false)),
  ]
  expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([204]))
  expect(await list()).toEqual([
    { article: 'api', helpful: 0, notHelpful: 5 },
    { article: 'first-invoice', helpful: 8, notHelpful: 4 },
    { article: 'expenses', helpful: 3, notHelpful: 0 },
  ])
})

test('one place on the network tells of an article twice a day, and of all of them 20 times an hour', async () => {
  // Two addresses of one connection.
  const ips = ['2001:db8:7:1::1', '2001:db8:7:1:ffff::2']
  const both = await Promise.all([...ips, ...ips].map((ip) => vote('transactions', false, ip)))
  expect(both.map(({ status }) => status).toSorted()).toEqual([204, 204, 429, 429])
  const again = await problemOf(await vote('transactions', true, ips[0]))
  expect(again.message).toBe('You’ve already rated this article. Please try again in 24 hours.')
  const counted = (await list()).find(({ article }) => article === 'transactions')
  expect(counted).toEqual({ article: 'transactions', helpful: 0, notHelpful: 2 })

  const ip = randomUUID()
  const twice = helpSlugs.slice(0, 10)
  for (const article of [...twice, ...twice]) expect((await vote(article, true, ip)).status).toBe(204)
  const many = await problemOf(await vote('api', true, ip))
  expect(many.message).toBe('You’ve rated many articles within an hour. Please try again in 60 minutes.')
  expect((await vote('api', true)).status).toBe(204)
})

test('only an article that exists is voted on, with yes or no and nothing else', async () => {
  expect((await vote('no-such-article' as HelpSlug, true)).status).toBe(404)
  const words = { params: { article: 'api' }, body: { helpful: 'yes' } } as never
  expect((await app.send(voteOnArticle, words)).status).toBe(422)
  const more = { params: { article: 'api' }, body: { helpful: true, email: 'reader@example.com' } } as never
  const { fields } = await problemOf(await app.send(voteOnArticle, more))
  expect(fields).toEqual({ email: 'This field isn’t recognized.' })
})

test('what is kept of a vote names nobody', async () => {
  const { rows } = await app.database.platform.query('select * from platform.help_votes limit 1')
  expect(Object.keys(rows[0] ?? {})).toEqual(['article', 'helpful', 'not_helpful'])
})
