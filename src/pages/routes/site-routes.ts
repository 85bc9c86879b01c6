import { createRoute } from '@tanstack/react-router'
import { type HelpSlug, helpArticles } from '../../features/site/help-rules.ts'
import { LandingPage } from '../../features/site/web/landing-page.tsx'
import { loadArticle, loadLegalText } from '../../features/site/web/load-text.tsx'
import { lazyPage } from '../lazy-page.ts'
import { rootRoute } from './root-route.ts'

function legalPage<const P extends 'terms' | 'privacy' | 'cookies'>(
  name: P,
  title: string,
  description: string,
) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path: `/${name}`,
    staticData: { title, access: 'public', description },
    component: lazyPage(() => loadLegalText(name, title)),
  })
}

function helpArticle<const S extends HelpSlug>(slug: S) {
  const { title, description } = helpArticles[slug]
  return createRoute({
    getParentRoute: () => rootRoute,
    path: `/help/${slug}`,
    staticData: { title, access: 'public', description },
    component: lazyPage(() => loadArticle(slug)),
  })
}

export const siteRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/',
    staticData: {
      title: 'Run your business, not a ledger',
      access: 'public',
      description:
        'Send invoices that get paid, track what you spend, and see what’s coming. For freelancers and small businesses, without accounting jargon.',
    },
    component: LandingPage,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/features',
    staticData: {
      title: 'Features',
      access: 'public',
      description:
        'Invoices with payment links, reminders, recurring invoices, expenses, banks and a dashboard in plain words.',
    },
    component: lazyPage(() => import('../../features/site/web/features-page.tsx'), 'FeaturesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/pricing',
    staticData: {
      title: 'Pricing',
      access: 'public',
      description:
        'Free for 10 invoices a month. Pro and Enterprise start with a 14-day free trial, no card needed.',
    },
    component: lazyPage(() => import('../../features/site/web/pricing-page.tsx'), 'PricingPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/faq',
    validateSearch: (search): { search?: string } =>
      typeof search['search'] === 'string' && search['search'] !== '' ? { search: search['search'] } : {},
    staticData: {
      title: 'FAQ',
      access: 'public',
      description: 'Common questions about Millrace, answered: invoices, payments, plans and your data.',
    },
    component: lazyPage(() => import('../../features/site/web/faq-page.tsx'), 'FaqPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/contact',
    validateSearch: (search): { subject?: string } =>
      typeof search['subject'] === 'string' ? { subject: search['subject'] } : {},
    staticData: {
      title: 'Contact',
      access: 'public',
      description: 'Send a message to the people who run this Millrace. They reply by email.',
    },
    component: lazyPage(() => import('../../features/site/web/contact-page.tsx'), 'ContactPage'),
  }),
  legalPage('terms', 'Terms of Service', 'The terms for using Millrace here, in plain language.'),
  legalPage(
    'privacy',
    'Privacy Policy',
    'What personal data we keep, why, for how long, and how to export or delete it.',
  ),
  legalPage('cookies', 'Cookie Policy', 'Which cookies Millrace sets, and what for. None of them track you.'),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/roadmap',
    staticData: {
      title: 'Roadmap',
      access: 'public',
      description: 'The plan for Millrace, quarter by quarter, and the status of each part today.',
    },
    component: lazyPage(() => import('../../features/site/web/roadmap-page.tsx'), 'RoadmapPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/help',
    validateSearch: (search): { search?: string; tab?: 'videos' } => ({
      ...(typeof search['search'] === 'string' && search['search'] !== '' && { search: search['search'] }),
      ...(search['tab'] === 'videos' && { tab: 'videos' as const }),
    }),
    staticData: {
      title: 'Help Center',
      access: 'public',
      description: 'Step-by-step guides to Millrace: articles with pictures, and short videos.',
    },
    component: lazyPage(() => import('../../features/site/web/help-page.tsx'), 'HelpPage'),
  }),
  helpArticle('creating-account'),
  helpArticle('business-profile'),
  helpArticle('navigating-dashboard'),
  helpArticle('cash-flow-basics'),
  helpArticle('mobile-experience'),
  helpArticle('first-invoice'),
  helpArticle('estimates'),
  helpArticle('installments'),
  helpArticle('time-and-items'),
  helpArticle('clients'),
  helpArticle('attachments'),
  helpArticle('recurring-invoices'),
  helpArticle('invoice-templates'),
  helpArticle('payment-reminders'),
  helpArticle('automatic-payments'),
  helpArticle('late-fees'),
  helpArticle('discounts-taxes'),
  helpArticle('credit-notes'),
  helpArticle('client-portal'),
  helpArticle('expenses'),
  helpArticle('bank-connections'),
  helpArticle('bank-files'),
  helpArticle('matching'),
  helpArticle('import-your-data'),
  helpArticle('receipts'),
  helpArticle('currencies'),
  helpArticle('transactions'),
  helpArticle('reports'),
  helpArticle('plans-and-billing'),
  helpArticle('teams'),
  helpArticle('integrations'),
  helpArticle('api'),
] as const
