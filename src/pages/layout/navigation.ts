import { linkOptions } from '@tanstack/react-router'

export const visitorLinks = linkOptions([
  { to: '/features', label: 'Features' },
  { to: '/pricing', label: 'Pricing' },
])

export const memberLinks = linkOptions([
  { to: '/dashboard', label: 'Dashboard' },
  { to: '/invoices', label: 'Invoices' },
  { to: '/expenses', label: 'Expenses' },
  { to: '/transactions', label: 'Transactions' },
  { to: '/integrations', label: 'Integrations' },
])

export const footerColumns = [
  {
    heading: 'Product',
    links: linkOptions([
      { to: '/features', label: 'Features' },
      { to: '/pricing', label: 'Pricing' },
      { to: '/roadmap', label: 'Roadmap' },
    ]),
  },
  {
    heading: 'Support',
    links: linkOptions([
      { to: '/help', label: 'Help Center' },
      { to: '/faq', label: 'FAQ' },
      { to: '/contact', label: 'Contact' },
    ]),
  },
  {
    heading: 'Legal',
    links: linkOptions([
      { to: '/terms', label: 'Terms of Service' },
      { to: '/privacy', label: 'Privacy Policy' },
      { to: '/cookies', label: 'Cookie Policy' },
    ]),
  },
]
