import type { UseQueryResult } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { Skeletons } from '../../../web/ui/skeleton.tsx'
import { showToast } from '../../../web/ui/toast.ts'
import type { MailSetup } from '../contract.ts'
import { SetupSteps } from './setup-steps.tsx'

/** Shows the platform's own addresses and how to set them up. */
export function PlatformAddresses({ setup }: { setup: UseQueryResult<MailSetup> }) {
  const { data } = setup
  return (
    <Card aria-labelledby="platform-addresses">
      <CardHeader>
        <CardTitle id="platform-addresses">Platform email addresses</CardTitle>
        <CardDescription>
          Where people reach whoever runs this installation. They follow the domain in{' '}
          <code className="font-mono text-xs">MAIL_FROM</code>.
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-6">
        {data ? (
          <>
            <ul className="grid gap-3 sm:grid-cols-2">
              {data.addresses.map(({ mailbox, address }) => (
                <Address key={mailbox} address={address} purpose={purposes[mailbox]} />
              ))}
            </ul>
            <TransportNotice setup={data} />
            <SetupSteps setup={data} />
          </>
        ) : setup.isError ? (
          <ErrorState className="py-4!" title="The addresses could not be loaded" query={setup} />
        ) : (
          <Skeletons sizes={['h-36 w-full sm:h-34', 'h-64 w-full']} className="gap-3" />
        )}
      </CardContent>
    </Card>
  )
}

const purposes: Record<MailSetup['addresses'][number]['mailbox'], string> = {
  support: 'Help for users. Contact messages are mailed here.',
  admin: 'For whoever runs this installation.',
  info: 'General questions.',
  sales: 'Questions about plans and prices.',
}

function Address({ address, purpose }: { address: string; purpose: string }) {
  const text = useRef<HTMLSpanElement>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      showToast({ title: 'Address copied', description: address, tone: 'success' })
    } catch {
      // Browsers offer a clipboard only on HTTPS and localhost, and may refuse access even there.
      if (text.current) getSelection()?.selectAllChildren(text.current)
      showToast({ title: 'Your browser does not let us copy it', description: 'Copy the address yourself.' })
    }
  }

  return (
    <li className="flex items-center justify-between gap-3 rounded-md border border-border px-3 py-2">
      <span className="min-w-0 text-sm">
        <span ref={text} className="block font-medium wrap-anywhere text-foreground">
          {address}
        </span>
        <span className="block text-muted">{purpose}</span>
      </span>
      <Button variant="ghost" size="icon" aria-label={`Copy ${address}`} onClick={() => void copy()}>
        <Copy aria-hidden />
      </Button>
    </li>
  )
}

function TransportNotice({ setup: { transport, from } }: { setup: MailSetup }) {
  if (transport.kind === 'mailbox') {
    return (
      <Notice tone="attention" title="Mail goes to the built-in mailbox">
        Nothing leaves this machine: mails are written into the built-in mailbox below. Set SMTP_URL to send
        them.
      </Notice>
    )
  }
  return (
    <Notice title="Mail is set to leave this machine" className="wrap-anywhere">
      Through {transport.host}:{transport.port}, from {from}. A test mail below shows whether it does.
    </Notice>
  )
}
