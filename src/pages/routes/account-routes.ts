import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { rootRoute } from './root-route.ts'

function readRedirect(search: Record<string, unknown>): { redirect?: string } {
  return typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {}
}

/** Reads the query of /login. Google redirects here with an error when a sign-in fails. */
function readLogin(search: Record<string, unknown>): { redirect?: string; error?: string } {
  return { ...readRedirect(search), ...(typeof search['error'] === 'string' && { error: search['error'] }) }
}

export const accountRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/login',
    validateSearch: readLogin,
    staticData: { title: 'Sign In', access: 'guest', description: 'Sign in to your Millrace account.' },
    component: lazyPage(() => import('../../features/auth/web/login-page.tsx'), 'LoginPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/signup',
    validateSearch: readRedirect,
    staticData: {
      title: 'Create an Account',
      access: 'guest',
      description: 'Create a Millrace account for your business.',
    },
    component: lazyPage(() => import('../../features/auth/web/sign-up-page.tsx'), 'SignUpPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/forgot-password',
    staticData: {
      title: 'Forgot Password',
      access: 'public',
      description: 'Get an email with a link to set a new password.',
    },
    component: lazyPage(
      () => import('../../features/auth/web/forgot-password-page.tsx'),
      'ForgotPasswordPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reset-password',
    staticData: { title: 'Set New Password', access: 'public' },
    component: lazyPage(() => import('../../features/auth/web/reset-password-page.tsx'), 'ResetPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/verify-email',
    staticData: { title: 'Verify Email', access: 'public' },
    component: lazyPage(() => import('../../features/auth/web/verify-email-page.tsx'), 'VerifyEmailPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/join',
    staticData: { title: 'Invitation', access: 'public', noindex: true },
    component: lazyPage(() => import('../../features/team/web/join-page.tsx'), 'JoinPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/login',
    staticData: { title: 'Admin Login', access: 'public' },
    component: lazyPage(() => import('../../features/auth/web/admin-login-page.tsx'), 'AdminLoginPage'),
  }),
] as const
