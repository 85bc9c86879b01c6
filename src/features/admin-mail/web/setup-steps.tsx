import type { ReactNode } from 'react'
import { productName } from '../../../shared/product.ts'
import type { MailSetup } from '../contract.ts'

/** Explains how an operator sets up mail, from the domain to the first mail. */
export function SetupSteps({ setup: { domain, from } }: { setup: MailSetup }) {
  return (
    <div>
      <h3 className="text-sm font-semibold text-foreground">How to set them up</h3>
      <ol className="mt-3 grid gap-x-8 gap-y-4 lg:grid-cols-2">
        <Step number={1} title="Configure in DNS">
          Point the MX records of {domain} to the server that receives your mail, and publish SPF, DKIM and
          DMARC records, so that what you send is trusted. The DNS check below says what is there already.
        </Step>
        <Step number={2} title="Add to an email sending provider">
          Create the four addresses there, as mailboxes or as forwarding, and set <Setting>SMTP_URL</Setting>{' '}
          to its server, such as <Setting>smtp://user:password@mail.example.com:587</Setting>.
        </Step>
        <Step number={3} title="Verify the domain">
          Your provider shows a record to prove that {domain} is yours. Publish it, wait until the provider
          has seen it, then press Check DNS.
        </Step>
        <Step number={4} title="Update templates and functions">
          Set <Setting>MAIL_FROM</Setting> to a sender on your domain and restart {productName}. Every mail
          template and background job takes its sender from there (now {from}), except where a business sends
          through a mail account of its own.
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
