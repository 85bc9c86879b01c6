import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { setupQuery } from './admin-mail-api.ts'
import { DnsCard } from './dns-card.tsx'
import { MailboxCard } from './mailbox-card.tsx'
import { MessageDialog } from './message-dialog.tsx'
import { OutboxCard } from './outbox-card.tsx'
import { PlatformAddresses } from './platform-addresses.tsx'
import { TestMailCard } from './test-mail-card.tsx'

export function EmailManagement() {
  const setup = useQuery(setupQuery)
  const [openedId, setOpenedId] = useState<string>()
  return (
    <div className="flex flex-col gap-6">
      <PlatformAddresses setup={setup} />
      <TestMailCard transport={setup.data?.transport} onOpen={setOpenedId} />
      <DnsCard domain={setup.data?.domain} />
      <OutboxCard setup={setup.data} />
      {setup.data?.transport.kind === 'mailbox' && <MailboxCard onOpen={setOpenedId} />}
      {openedId !== undefined && <MessageDialog id={openedId} onClose={() => setOpenedId(undefined)} />}
    </div>
  )
}
