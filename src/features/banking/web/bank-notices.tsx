import { Button } from '../../../web/ui/button.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import type { BankConnection } from '../contract.ts'
import { noticeText } from './banking-text.ts'

interface BankNoticesProps {
  connections: readonly BankConnection[]
  timeZone: string
  onSignIn: (connection: BankConnection) => void
}

/** Notices of banks that still work, each with the button that resolves it. */
export function BankNotices({ connections, timeZone, onSignIn }: BankNoticesProps) {
  return connections.flatMap((connection) =>
    connection.notices.map((notice) => {
      const { title, text, action } = noticeText(notice, connection, timeZone)
      return (
        <Notice
          key={`${connection.id} ${notice.kind}`}
          tone="attention"
          title={title}
          actions={
            action && (
              <Button variant="secondary" size="sm" onClick={() => onSignIn(connection)}>
                {action}
                <span className="sr-only"> {connection.institutionName}</span>
              </Button>
            )
          }
        >
          {text}
        </Notice>
      )
    }),
  )
}
