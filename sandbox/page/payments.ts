import { ACTIONS } from "../payments/actions";
import { PLANS } from "../store/stripe-objects";
import type { World } from "../world";
import { escapeHtml } from "./escape";

const SHOWN = 20;

export function renderPayments({ payments }: World): string {
  const subscriptions = payments.all("subscription").slice(-SHOWN).reverse();
  if (subscriptions.length === 0) {
    return '<p class="empty">Nenhuma assinatura por enquanto: escolha um plano no Garimpo.</p>';
  }
  const cards = subscriptions.map((subscription) => {
    const { id, plan, status, cancelAtPeriodEnd, cancelAt, paused } = subscription;
    const { email } = payments.customerOf(subscription);
    const ends = (cancelAtPeriodEnd || cancelAt) && "termina com o período";
    const notes = [status, ends, paused && "pausada"];
    const buttons = Object.entries(ACTIONS).map(
      ([name, { label }]) =>
        `<button class="quiet" name="action" value="${name}">${label}</button>`,
    );
    return `<article class="card"><h3>${escapeHtml(email)}</h3><p class="state ${status === "active" ? "on" : "off"}">${notes.filter(Boolean).join(", ")}</p><p class="hint">${PLANS[plan].label} · ${id}</p><details><summary>O que acontece agora</summary><form method="post" action="/actions/payment"><input type="hidden" name="subscription" value="${id}">${buttons.join("")}</form></details></article>`;
  });
  return `<div class="cards">${cards.join("")}</div>`;
}
