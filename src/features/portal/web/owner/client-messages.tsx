import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../../web/api-client.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../../../web/ui/card.tsx'
import { showSuccess } from '../../../../web/ui/toast.ts'
import { useMay, useTimeZone } from '../../../auth/web/session.ts'
import { useIsLocked } from '../../../billing/web/use-is-locked.ts'
import { answerClient, readClientMessages } from '../../owner/contract.ts'
import { MessageForm } from '../messages/message-form.tsx'
import { MessageThread } from '../messages/message-thread.tsx'
import { clientMessagesQuery } from './client-portal-api.ts'

/** What a client and the business wrote to each other. An owner who opens it has read it. */
export function ClientMessages({ client }: { client: { id: string; companyName: string } }) {
  const { id, companyName } = client
  const queries = useQueryClient()
  const timeZone = useTimeZone()
  const mayWrite = useMay('sales.write')
  const query = clientMessagesQuery(id)
  const thread = useInfiniteQuery(query)
  const { mutate: markRead } = useMutation({
    mutationFn: () => call(readClientMessages, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['dashboard'] }),
  })
  const newest = thread.data?.pages[0]?.messages.find(({ author, isRead }) => author === 'client' && !isRead)
  const unread = newest?.id
  useEffect(() => {
    if (mayWrite && unread !== undefined) markRead()
  }, [mayWrite, unread, markRead])
  // Without portals, earlier messages stay and can be answered by email.
  const isLocked = useIsLocked('clientPortal')
  if (isLocked && !thread.data?.pages[0]?.messages.length) return null
  return (
    <Card aria-label="Messages" id="messages">
      <CardHeader>
        <CardTitle>Messages</CardTitle>
      </CardHeader>
      <CardContent className="flex flex-col gap-6">
        <MessageThread
          thread={thread}
          reader="owner"
          other={companyName}
          timeZone={timeZone}
          empty="No messages yet. Clients write to you from their portal."
        />
        {mayWrite && (
          <MessageForm
            label={`Message to ${companyName}`}
            hint={
              isLocked
                ? 'It’s sent by email.'
                : 'It’s sent by email, and the client finds it in their portal.'
            }
            send={(body) => call(answerClient, { params: { id }, body })}
            onSent={() => {
              showSuccess('Message Sent', `It’s on its way to ${companyName}.`)
              return queries.invalidateQueries({ queryKey: query.queryKey })
            }}
          />
        )}
      </CardContent>
    </Card>
  )
}
