import { useInfiniteQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import type { RefObject } from 'react'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ListContent } from '../../../web/ui/list-content.tsx'
import { ShowMore } from '../../../web/ui/show-more.tsx'
import { Skeletons } from '../../../web/ui/skeleton.tsx'
import { useFocusIfLost } from '../../../web/use-focus-if-lost.ts'
import type { ContactMessage } from '../contract.ts'
import { MessageCard } from './message-card.tsx'
import { messagesQuery } from './messages-api.ts'

interface MessageListProps {
  state: ContactMessage['state']
  timeZone: string
  /** The ids of messages with an unsent answer. */
  begun: ReadonlySet<string>
  onAnswer: (message: ContactMessage) => void
  /** Where the focus goes if the focused element has left the list. */
  top: RefObject<HTMLElement | null>
}

export function MessageList({ state, timeZone, begun, onAnswer, top }: MessageListProps) {
  const list = useInfiniteQuery(messagesQuery(state))
  useFocusIfLost(top)
  const messages = list.data?.pages.flatMap((page) => page.messages)
  return (
    <ListContent
      list={list}
      failure={{ title: 'Failed to load contact messages. Please try again.', text: 'They’re safe.' }}
      isEmpty={messages?.length === 0}
      empty={<EmptyState icon={Inbox} title={`No ${state} messages`} text={emptyTexts[state]} />}
    >
      {messages ? (
        <>
          <ul className="flex flex-col gap-4">
            {messages.map((message) => (
              <li key={message.id}>
                <MessageCard
                  message={message}
                  timeZone={timeZone}
                  isBegun={begun.has(message.id)}
                  onAnswer={() => onAnswer(message)}
                />
              </li>
            ))}
          </ul>
          <ShowMore list={list} className="self-center" />
        </>
      ) : (
        <Skeletons sizes={['h-52 w-full', 'h-52 w-full', 'h-52 w-full']} />
      )}
    </ListContent>
  )
}

const emptyTexts: Record<ContactMessage['state'], string> = {
  open: 'Messages from the contact form wait here for your answer.',
  answered: 'Messages you’ve answered are listed here, with your answers.',
  closed: 'Messages you close are listed here.',
}
