import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../../web/api-client.ts'
import { Card, CardContent } from '../../../../web/ui/card.tsx'
import { showSuccess } from '../../../../web/ui/toast.ts'
import { type Portal, sendPortalMessage } from '../../contract.ts'
import { MessageForm } from '../messages/message-form.tsx'
import { MessageThread } from '../messages/message-thread.tsx'
import { portalMessagesQuery } from '../portal-api.ts'

/** Where the client writes to the business. */
export function MessagesTab({ token, portal }: { token: string; portal: Portal }) {
  const queries = useQueryClient()
  const query = portalMessagesQuery(token)
  const thread = useInfiniteQuery(query)
  const { business, timeZone, isPreview } = portal
  return (
    <Card aria-label="Messages">
      <CardContent className="flex flex-col gap-6">
        {!isPreview && (
          <MessageForm
            label={`Message to ${business.name}`}
            hint="You’ll get the answer by email, and you find it here."
            send={(body) => call(sendPortalMessage, { params: { token }, body })}
            onSent={() => {
              showSuccess('Message Sent', `${business.name} was notified by email.`)
              return queries.invalidateQueries(query)
            }}
          />
        )}
        <MessageThread
          thread={thread}
          reader="client"
          other={business.name}
          timeZone={timeZone}
          empty="No messages yet."
        />
      </CardContent>
    </Card>
  )
}
