import { expect, test } from 'vitest'
import { CardProviderError } from './card-provider.ts'
import { orUserMessage } from './or-user-message.ts'

test('what the provider fails at is told in our words, and what is our own fault is not', async () => {
  const cause = new CardProviderError('unreachable', 'gone')
  await expect(orUserMessage('Please try again.', () => Promise.reject(cause))).rejects.toMatchObject({
    code: 'CARD_PROVIDER_FAILED',
    message: 'Please try again.',
    cause,
  })
  const own = new Error('ours')
  await expect(orUserMessage('Please try again.', () => Promise.reject(own))).rejects.toBe(own)
  expect(await orUserMessage('Please try again.', async () => 'done')).toBe('done')
})
