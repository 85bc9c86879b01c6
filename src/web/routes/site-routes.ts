import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { LandingPage } from '../../features/site/web/landing-page.tsx'
import { rootRoute } from './root-route.ts'
import { upcomingPage } from './upcoming-page.ts'

export const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: {
    title: 'Run your business, not a ledger',
    access: 'public',
    description: 'Millrace is a calm place for the money of a small business, on a machine of your own.',
  },
  component: LandingPage,
})

function sitePage<const P extends string>(path: P, title: string, description: string) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    staticData: { title, access: 'public', description },
    component: upcomingPage,
  })
}

const pricingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/pricing',
  staticData: {
    title: 'Pricing',
    access: 'public',
    description: 'The plans of Millrace and what each one holds.',
  },
  component: lazyRouteComponent(() => import('../../features/site/web/pricing-page.tsx'), 'PricingPage'),
})

function helpArticle<const S extends string>(slug: S, title: string) {
  return sitePage(`/help/${slug}`, title, `${title}: an article of the Millrace help centre.`)
}

export const siteRoutes = [
  sitePage('/features', 'Features', 'What Millrace does for a small business.'),
  pricingRoute,
  sitePage('/faq', 'FAQ', 'Questions people ask about Millrace, with answers.'),
  sitePage('/contact', 'Contact', 'How to reach the people who run this Millrace.'),
  sitePage('/terms', 'Terms of Service', 'The terms under which Millrace is used.'),
  sitePage('/privacy', 'Privacy Policy', 'Which personal data Millrace keeps, and why.'),
  sitePage('/cookies', 'Cookie Policy', 'Which cookies Millrace sets, and what for.'),
  sitePage('/roadmap', 'Roadmap', 'What is planned for Millrace.'),
  sitePage('/help', 'Help Center', 'How things are done in Millrace, step by step.'),
  helpArticle('creating-account', 'Creating your account'),
  helpArticle('business-profile', 'Setting up your business profile'),
  helpArticle('navigating-dashboard', 'Navigating the dashboard'),
  helpArticle('cash-flow-basics', 'Cash flow basics'),
  helpArticle('mobile-experience', 'Using Millrace on your phone'),
  helpArticle('first-invoice', 'Creating your first invoice'),
  helpArticle('recurring-invoices', 'Recurring invoices'),
  helpArticle('invoice-templates', 'Invoice templates'),
  helpArticle('payment-reminders', 'Payment reminders'),
  helpArticle('discounts-taxes', 'Discounts and taxes'),
] as const
