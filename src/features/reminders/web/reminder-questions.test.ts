import { expect, test } from 'vitest'
import { remindQuestion, sendNowQuestion, skipQuestion } from './reminder-questions.ts'

const email = 'billing@shop.example'

test('one is extra only where another is planned', () => {
  expect(remindQuestion(email, { isExtra: true })).toMatchObject({
    title: 'Send an extra reminder?',
    description: `It will be sent to ${email} right away. Planned reminders stay as they are.`,
  })
  expect(remindQuestion(email, { isExtra: false })).toMatchObject({
    title: 'Send a reminder?',
    description: `It will be sent to ${email} right away.`,
  })
})

test.each([remindQuestion(email, { isExtra: false }), sendNowQuestion(0, email)])(
  'what was sent is called sent only where it is on its way: $title',
  ({ done }) => {
    expect(done({ mail: 'queued' })).toEqual({
      title: 'Reminder Sent',
      description: `It’s on its way to ${email}.`,
      tone: 'success',
    })
    expect(done({ mail: 'held' })).toEqual({
      title: 'Reminder Waiting',
      description: `It will be sent to ${email} once you’ve confirmed your own email address.`,
    })
  },
)

test('one that is left out names its day', () => {
  expect(skipQuestion(7).done({ mail: null }).description).toBe(
    'The one planned 7 days after the due date will not be sent.',
  )
})
