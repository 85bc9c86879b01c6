import { expect, test } from 'vitest'
import { atMostEvery } from './at-most-every.ts'

test('an answer that is not yet old is given to everybody', async () => {
  let calls = 0
  const read = atMostEvery(60_000, async () => (calls += 1))
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  expect(await read()).toBe(1)
})

test('an old one is asked for anew, but not while a question is open', async () => {
  const questions: PromiseWithResolvers<string>[] = []
  const read = atMostEvery(0, () => {
    const question = Promise.withResolvers<string>()
    questions.push(question)
    return question.promise
  })
  const [first, second] = [read(), read()]
  expect(questions).toHaveLength(1)
  questions[0]?.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await expect(second).rejects.toThrow('away')
  const third = read()
  expect(questions).toHaveLength(2)
  questions[1]?.resolve('there')
  expect(await third).toBe('there')
})
