import { expect, test } from 'vitest'
import { CardProviderError } from './card-provider.ts'
import { orSay } from './or-say.ts'

test('what the provider fails at is told in our words, and what is our own fault is not', async () => {
  const cause = new CardProviderError('unreachable', 'gone')
  await expect(orSay('Please try again.', () => Promise.reject(cause))).rejects.toMatchObject({
    code: 'CARD_PROVIDER_FAILED',
    message: 'Please try again.',
    cause,
  })
  const own = new Error('ours')
  await expect(orSay('Please try again.', () => Promise.reject(own))).rejects.toBe(own)
  expect(await orSay('Please try again.', async () => 'done')).toBe('done')
})
