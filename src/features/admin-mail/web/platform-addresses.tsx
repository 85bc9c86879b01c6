import type { UseQueryResult } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { productName } from '../../../shared/product.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { Skeletons } from '../../../web/ui/skeleton.tsx'
import { showSuccess, showToast } from '../../../web/ui/toast.ts'
import type { MailSetup } from '../contract.ts'

export function PlatformAddresses({ setup }: { setup: UseQueryResult<MailSetup> }) {
  const { data } = setup
  return (
    <Card aria-labelledby="platform-addresses">
      <CardHeader>
        <CardTitle id="platform-addresses">Platform email addresses</CardTitle>
        <CardDescription>
          Where people can reach you as the operator. They use the domain in{' '}
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
  support: 'Help for users. Contact messages are emailed here.',
  admin: 'For the operator of this installation.',
  info: 'General questions.',
  sales: 'Questions about plans and prices.',
}

function Address({ address, purpose }: { address: string; purpose: string }) {
  const text = useRef<HTMLSpanElement>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      showSuccess('Address Copied', address)
    } catch {
      // Browsers offer a clipboard only on HTTPS and localhost, and may refuse access even there.
      if (text.current) getSelection()?.selectAllChildren(text.current)
      showToast({ title: 'Your browser blocked copying', description: 'Please copy the address yourself.' })
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
      <Notice tone="attention" title="Email goes to the built-in mailbox">
        Nothing leaves this machine. Emails are saved in the built-in mailbox below. Set SMTP_URL to send
        them.
      </Notice>
    )
  }
  return (
    <Notice title="Email sending is set up" className="wrap-anywhere">
      Through {transport.host}:{transport.port}, from {from}. Send a test email below to check that it works.
    </Notice>
  )
}

function SetupSteps({ setup: { domain, from } }: { setup: MailSetup }) {
  return (
    <div>
      <h3 className="text-sm font-semibold text-foreground">How to set them up</h3>
      <ol className="mt-3 grid gap-x-8 gap-y-4 lg:grid-cols-2">
        <Step number={1} title="Configure in DNS">
          Point the MX records of {domain} to the server that receives your email, and publish SPF, DKIM and
          DMARC records so that what you send is trusted. The DNS check below shows what’s already there.
        </Step>
        <Step number={2} title="Add to an email sending provider">
          Create the four addresses there, as mailboxes or forwarding addresses, and set{' '}
          <Setting>SMTP_URL</Setting> to its server, such as{' '}
          <Setting>smtp://user:password@mail.example.com:587</Setting>.
        </Step>
        <Step number={3} title="Verify the domain">
          Your provider gives you a record that proves {domain} is yours. Publish it, wait until the provider
          has found it, then press Check DNS.
        </Step>
        <Step number={4} title="Update templates and functions">
          Set <Setting>MAIL_FROM</Setting> to a sender on your domain and restart {productName}. Every email
          template and background job uses this sender (now {from}), except where a business sends from its
          own email account.
        </Step>
      </ol>
    </div>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3 text-sm">
      <span
        aria-hidden
        className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent tabular-nums"
      >
        {number}
      </span>
      <div className="min-w-0">
        <p className="font-medium text-foreground">{title}</p>
        <p className="mt-0.5 wrap-anywhere text-muted">{children}</p>
      </div>
    </li>
  )
}

function Setting({ children }: { children: string }) {
  return (
    <code className="rounded-sm bg-surface-sunken px-1 font-mono text-xs text-foreground">{children}</code>
  )
}
