// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of other files.
/** A mutant that changes nothing a test could see, known by the text of its line: lines move. */
interface Equivalent {
  file: string;
  /** The line, without the spaces around it. */
  text: string;
  change: string;
  because: string;
}

const of = (file: string, because: string, lines: [text: string, ...changes: string[]][]) =>
  lines.flatMap(([text, ...changes]) =>
    changes.map((change): Equivalent => ({ file, text, change, because })),
  );

/** Each with the reason; tests/architecture/mutants.test.ts refuses a line that is gone. */
export const EQUIVALENT: readonly Equivalent[] = [
  ...of(
    "server/billing/billing-events/event-work.service.ts",
    "Nothing deletes an event that is being worked on.",
    [
      [
        'if (!event) return { state: "ended" };',
        "ObjectLiteral: {}",
        "ConditionalExpression: false",
      ],
      ["if (!event) return;", "ConditionalExpression: false"],
    ],
  ),
  ...of(
    "server/billing/billing-events/event-work.service.ts",
    "The event has ended: what is answered for it finds no row.",
    [['return { state: "ended" };', "ObjectLiteral: {}"]],
  ),
  ...of(
    "server/billing/billing-events/event-work.service.ts",
    "No dispute and no alert is about no payment.",
    [["if (payment_intent === null) return;", "ConditionalExpression: false"]],
  ),
  ...of(
    "server/billing/billing-events/event-work.service.ts",
    "An event that is worked on has an account, by a constraint of its table.",
    [
      [
        "ownerId: event.user_id === null ? null : ownerOfRow(event.user_id),",
        "ConditionalExpression: false",
      ],
    ],
  ),
  ...of(
    "server/campaigns/campaigns/plan/campaign-schedule.service.ts",
    "The bound on a round's time leaves the rest to the next round, which starts the same.",
    [
      [
        "while (Date.now() < end && (await startNextDueCampaigns()));",
        "ConditionalExpression: true",
        "EqualityOperator: Date.now() <= end",
      ],
    ],
  ),
  ...of(
    "server/campaigns/campaigns/plan/campaign-schedule.service.ts",
    "A missed slot has its run, as missed: it gets no other.",
    [
      [
        "const started = await startAll(due.filter((campaign) => !late.includes(campaign)));",
        "MethodExpression: due",
      ],
    ],
  ),
  ...of(
    "server/campaigns/campaigns/engine/open-sends.service.ts",
    "What the queue is not told, the sweep takes up.",
    [["await enqueue(deliverRun, { id, leaseNo });", "ObjectLiteral: {}"]],
  ),
  ...of(
    "server/campaigns/campaigns/engine/claim-sends.service.ts",
    "Spares the statements over empty lists.",
    [
      [
        "if (turns.length > 0) {",
        "ConditionalExpression: true",
        "EqualityOperator: turns.length >= 0",
      ],
      [
        "if (counted.length > 0) {",
        "ConditionalExpression: true",
        "EqualityOperator: counted.length >= 0",
      ],
      [
        "if (made.length > 0) {",
        "ConditionalExpression: true",
        "EqualityOperator: made.length >= 0",
      ],
    ],
  ),
  ...of(
    "server/campaigns/campaigns/engine/claim-sends.service.ts",
    "No business account has that name: no limit of another is locked.",
    [[": [];", "ArrayDeclaration"]],
  ),
  ...of(
    "server/campaigns/campaigns/engine/run-waits.service.ts",
    "The two differ for a millisecond of seven days.",
    [
      [
        "if (Date.now() - pausedAt.getTime() > GIVE_UP_HOURS.paused * HOUR_MS) {",
        "EqualityOperator: Date.now() - pausedAt.getTime() >=",
      ],
    ],
  ),
  ...of(
    "server/messaging/chat/opt-out-confirmation.service.ts",
    "Nothing is sent either way: the duty logs the error and goes on with the next one.",
    [["if (!claim?.wanted || !conversation) return null;", "OptionalChaining"]],
  ),
  ...of(
    "server/campaigns/campaigns/engine/delivery-outcome.service.ts",
    "No lead has null for its id: nothing is marked.",
    [
      [
        "leadId === null ? [] : { ownerId: run.ownerId, leadId },",
        "ConditionalExpression: false",
        'ArrayDeclaration: ["Stryker was here"]',
      ],
      ["if (sending.lead_id) {", "ConditionalExpression: true"],
      [
        'if (sending.lead_id) await markLeadContacted(run.ownerId, sending.lead_id, "failed");',
        "ConditionalExpression: true",
      ],
    ],
  ),
  ...of(
    "server/campaigns/campaigns/engine/delivery-outcome.service.ts",
    "Spares the statements over empty lists.",
    [["if (settledNow.length === 0) return done;", "ConditionalExpression: false"]],
  ),
  ...of(
    "server/campaigns/campaigns/engine/delivery-outcome.service.ts",
    "No other outcome says how long to wait.",
    [
      [
        'const askedMs = outcome.outcome === "not_taken" ? outcome.retryAfterMs : null;',
        "ConditionalExpression: true",
      ],
    ],
  ),
  ...of(
    "server/campaigns/campaigns/engine/next-step.service.ts",
    "Spares reading for runs whose step is known, and statements over empty lists.",
    [
      [
        "const rows = ids.length > 0 ? await delivery.findNextRecipients(ids, asked) : [];",
        "ConditionalExpression: true",
        "EqualityOperator: ids.length >= 0",
      ],
    ],
  ),
  ...of(
    "server/campaigns/campaigns/engine/next-step.service.ts",
    "A run that is due this very millisecond waits for none.",
    [
      [
        'return dueAt > Date.now() ? { do: "wait", until: new Date(dueAt) } : null;',
        "EqualityOperator: dueAt >= Date.now()",
      ],
    ],
  ),
  ...of(
    "server/campaigns/campaigns/engine/next-step.service.ts",
    "Tells the compiler what the lines before it have decided.",
    [
      [
        'if (!recipient.lead) throw new Error("A recipient without a lead is skipped before.");',
        "ConditionalExpression: false",
      ],
    ],
  ),
  ...of(
    "server/platform/jobs/leased-work.ts",
    "The lease was lost: the release that follows changes no row.",
    [
      [
        "if (!counted) return { resumeAt: null, failed: true };",
        "ObjectLiteral: {}",
        "BooleanLiteral: false",
      ],
    ],
  ),
  ...of(
    "lib/domain/companies/cnpj.ts",
    "The check digits are compared with everything after the twelfth character.",
    [
      [
        "if (!/^[0-9A-Z]{12}\\d{2}$/.test(bare) || /(.)\\1{13}/.test(bare)) return null;",
        "Regex: /[0-9A-Z]{12}\\d{2}$/",
        "Regex: /^[0-9A-Z]{12}\\d{2}/",
      ],
    ],
  ),
  ...of(
    "server/platform/auth/session-cookie.service.ts",
    "Decrypting again gives the same id, more slowly.",
    [["if (cached) return cached;", "ConditionalExpression: false"]],
  ),
  ...of(
    "server/campaigns/campaigns/delivery.repository.ts",
    "Nobody writes, or reacts, in the very millisecond in which a run is made.",
    [
      ["AND m.sent_at > r.created_at", "> becomes >=: >"],
      ["AND (p.continued_at IS NULL OR x.reacted_at > p.continued_at))", "> becomes >=: >"],
    ],
  ),
  ...of(
    "server/platform/auth/sessions.repository.ts",
    "The columns hold milliseconds and now() microseconds: they are never equal.",
    [
      [
        "const LIVE = sql`s.revoked_at IS NULL AND s.expires_at > now() AND u.suspended_at IS NULL AND a.is_active`;",
        "> becomes >=",
      ],
      [
        "WHERE user_id = ${personId} AND id = ${sessionId}::uuid AND revoked_at IS NULL AND expires_at > now()`,",
        "> becomes >=",
      ],
      [
        "WHERE user_id = ${personId} AND id <> ${keptId}::uuid AND revoked_at IS NULL`,",
        "> becomes >=",
      ],
    ],
  ),
  ...of(
    "server/billing/billing/accounts.repository.ts",
    "PRO ends at an instant: whether the instant is in it shows to nobody.",
    [
      [
        "WHERE b.user_id = a.user_id AND b.gives_pro AND (b.pro_until IS NULL OR b.pro_until > now()))",
        "> becomes >=",
      ],
    ],
  ),
  ...of(
    "server/billing/billing/accounts.repository.ts",
    "The last id that a column holds is given to nobody.",
    [["UNION ALL SELECT 2, id FROM accounts WHERE id = ${id <= MAX_ID ? id : 0}", "<= becomes <"]],
  ),
  ...of(
    "server/billing/billing/subscriptions.repository.ts",
    "The account's row, locked before, keeps two readings apart; a comparison made twice mends the same.",
    [
      ["ORDER BY source DESC, id LIMIT 1 FOR UPDATE`,", "a lock is dropped"],
      [
        "ORDER BY compared_at NULLS FIRST LIMIT ${limit} FOR UPDATE SKIP LOCKED))",
        "a lock is dropped",
      ],
    ],
  ),
  ...of("lib/domain/campaigns/pacing.ts", "It only saves working out a window that never closes.", [
    ["if (isAlwaysOpen(policy)) return at;", "ConditionalExpression: false"],
    [
      "export function isAlwaysOpen({ windowFrom, windowTo, weekdays }: SendingPolicy): boolean {",
      "BlockStatement: {}",
    ],
    [
      "return windowFrom === 0 && windowTo === 1_440 && new Set(weekdays).size === 7;",
      "ConditionalExpression: false",
    ],
  ]),
  ...of("lib/domain/campaigns/pacing.ts", "The two are the same instant.", [
    ["if (at < closes) return at > opens ? at : opens;", "EqualityOperator: at >= opens"],
  ]),
  ...of(
    "lib/domain/campaigns/estimate-end.ts",
    "What is older than an hour releases at once; leaving it out only bounds the work.",
    [
      [
        "const lastHour = hour.filter((sentAt) => sentAt > since).map((sentAt) => new Date(sentAt));",
        "MethodExpression: hour",
        "ConditionalExpression: true",
        "EqualityOperator: sentAt >= since",
      ],
    ],
  ),
  ...of("lib/domain/whatsapp/new-chat-quota.ts", "To a comparison null is 0.", [
    [
      "if (total === null || total <= 0 || used === null || used < 0) return null;",
      "ConditionalExpression: false",
    ],
    [
      "return seconds === null || seconds <= 0 ? null : new Date(seconds * 1_000);",
      "ConditionalExpression: false",
    ],
  ]),
  ...of("lib/domain/whatsapp/new-chat-quota.ts", "Without a total nothing is spent.", [
    [
      'if (quota === null || quota.state === "unlimited") return null;',
      "ConditionalExpression: false",
    ],
  ]),
  ...of(
    "lib/domain/campaigns/estimate-end.ts",
    "A policy that spreads has caps; what is taken off none is less than nothing, as is no message left.",
    [
      ["if (policy.spreads && cap !== null && today === 0) {", "ConditionalExpression: true"],
      [
        "const left = policy.spreads && cap !== null ? cap - today : 0;",
        "ConditionalExpression: true",
      ],
    ],
  ),
  ...of(
    "lib/domain/campaigns/estimate-end.ts",
    "No message's number is divided by null without a rest.",
    [
      [
        "const rests = policy.restAfter !== null && message % policy.restAfter === 0;",
        "ConditionalExpression: true",
      ],
    ],
  ),
  ...of(
    "lib/domain/campaigns/pacing.ts",
    "Every day comes from a date: it is one of the calendar.",
    [
      [
        'if (!at) throw new RangeError("not a day of the calendar");',
        "ConditionalExpression: false",
      ],
    ],
  ),
  ...of(
    "server/campaigns/campaigns/delivery.repository.ts",
    "The columns hold milliseconds and now() microseconds: they are never equal.",
    [
      ["AND n.checked_at > now() - make_interval(days => ${NUMBER_CHECK_DAYS})`;", "> becomes >="],
      [
        "WHERE p.run_id = wanted.run_id AND p.state = 'pending' AND (p.not_before IS NULL OR p.not_before <= now())",
        "<= becomes <",
      ],
    ],
  ),
  ...of(
    "server/campaigns/campaigns/audience.repository.ts",
    "The columns hold milliseconds and now() microseconds: they are never equal.",
    [["AND n.checked_at > now() - make_interval(days => ${NUMBER_CHECK_DAYS}))`;", "> becomes >="]],
  ),
  ...of(
    "server/messaging/opt-outs/confirmations.repository.ts",
    "The columns hold milliseconds and now() microseconds: they are never equal.",
    [["RETURNING old.confirm_by > now()", "> becomes >="]],
  ),
  ...of(
    "server/messaging/opt-outs/opt-outs.repository.ts",
    "The columns hold milliseconds and now() microseconds: they are never equal.",
    [["AND e.created_at > now() - make_interval(secs => ${by.pauseSeconds}))", "> becomes >="]],
  ),
  ...of(
    "server/campaigns/campaigns/pace.repository.ts",
    "The columns hold milliseconds and now() microseconds: they are never equal.",
    [
      [
        "sql`SELECT claimed_at, claimed_at > now() - interval '1 hour' AS recent, claimed_at >= ${dayStart} AS today",
        "> becomes >=",
      ],
      [
        "AND p.settled_at > greatest(${since}::timestamptz, now() - interval '7 days')",
        "> becomes >=",
      ],
      ["AND p.settled_at > now() - make_interval(days => ${days})`,", "> becomes >="],
    ],
  ),
  ...of(
    "server/campaigns/campaigns/due-campaigns.repository.ts",
    "The columns hold milliseconds and now() microseconds: they are never equal.",
    [
      ["next_run_at < now() - make_interval(hours => ${graceHours}) AS missed", "< becomes <="],
      ["AND (next_run_at < now() - make_interval(hours => ${graceHours})", "< becomes <="],
      [
        "WHERE next_run_at <= now() ${ownerId === undefined ? empty : sql`AND owner_id = ${ownerId}`} AND (templates IS NOT NULL) = ${byTemplate} AND a.is_active AND a.deletion_at IS NULL",
        "<= becomes <",
      ],
    ],
  ),
  ...of(
    "server/campaigns/campaigns/pace.repository.ts",
    "It bounds what is read; what is counted is decided row by row.",
    [
      [
        "WHERE sender_key = ${senderKey} AND first_contact AND claimed_at >= least(${dayStart}, now() - interval '1 hour')",
        "a condition is dropped: AND claimed_at",
        ">= becomes >",
      ],
    ],
  ),
  ...of(
    "server/campaigns/campaigns/pace.repository.ts",
    "A message that goes out in the very millisecond of midnight may count for either day.",
    [
      [
        "sql`SELECT claimed_at, claimed_at > now() - interval '1 hour' AS recent, claimed_at >= ${dayStart} AS today",
        ">= becomes >",
      ],
    ],
  ),
  ...of(
    "server/campaigns/campaigns/pace.repository.ts",
    "Nobody answers a message in the millisecond in which it is handed over.",
    [
      ["AND o.source = 'reply' AND o.created_at >= p.claimed_at) AS opted_out", ">= becomes >"],
      ["(count(*) FILTER (WHERE o.created_at >= p.claimed_at))::int AS opted_out", ">= becomes >"],
    ],
  ),
  ...of(
    "server/campaigns/campaigns/campaigns.repository.ts",
    "An account has one active run of which nothing has gone out: the unique index decides. The lock may be of more runs.",
    [
      [
        "WHERE owner_id = ${ownerId} AND id = ${campaignId} AND deleted_at IS NULL AND scheduled_at IS NULL",
        "a condition is dropped: AND id",
      ],
      [
        "sql`SELECT id FROM campaign_runs WHERE owner_id = ${ownerId} AND campaign_id = ${campaignId} ORDER BY id FOR UPDATE`,",
        "AND becomes OR",
        "a condition is dropped",
      ],
    ],
  ),
  ...of(
    "server/campaigns/campaigns/due-campaigns.repository.ts",
    "Whether a run is made is decided by the unique indexes; this spares the attempt.",
    [
      [
        "AND (next_run_at < now() - make_interval(hours => ${graceHours})",
        "a condition is dropped: AND (next_run_at",
      ],
      ["ORDER BY next_run_at LIMIT ${limit} FOR UPDATE OF c SKIP LOCKED`,", "a lock is dropped"],
    ],
  ),
  ...of(
    "server/campaigns/campaigns/campaign-answers.repository.ts",
    "It only locks leads in the order used everywhere; the statement after it decides.",
    [
      [
        "sql`SELECT 1 FROM leads l JOIN campaign_recipients p ON p.owner_id = l.owner_id AND p.lead_id = l.id",
        "a condition is dropped",
        "AND becomes OR",
      ],
      [
        "WHERE p.owner_id = ${ownerId} AND p.provider_message_id = ${providerMessageId}",
        "a condition is dropped",
        "AND becomes OR",
      ],
      ["FOR UPDATE OF l`,", "a lock is dropped"],
    ],
  ),
  ...of(
    "server/platform/auth/sessions.repository.ts",
    "The columns hold milliseconds and now() microseconds: they are never equal.",
    [
      [
        "WHERE user_id = ${personId} AND revoked_at IS NULL AND expires_at > now()",
        "> becomes >=: >",
      ],
    ],
  ),
  ...of("server/platform/auth/session-cookie.service.ts", "Nothing cannot be decrypted either.", [
    ["if (!value) return null;", "ConditionalExpression: false"],
  ]),
  ...of(
    "server/custody/account-deletions/account-deletions.repository.ts",
    "The columns hold milliseconds and now() microseconds: they are never equal.",
    [
      [
        "WHERE d.reminded_at IS NULL AND d.cancelled_at IS NULL AND d.due_at <= now() + interval '1 day'",
        "<= becomes <: <=",
      ],
      [
        "WHERE id = ${id} AND lease_no = ${leaseNo} AND cancelled_at IS NULL AND started_at IS NULL AND due_at <= now()`,",
        "<= becomes <: <=",
      ],
      [
        "active: sql`cancelled_at IS NULL AND completed_at IS NULL AND due_at <= now()`,",
        "<= becomes <: <=",
      ],
    ],
  ),
  ...of(
    "server/custody/account-deletions/deletion-work.service.ts",
    "Whoever lost the lease, or has ended it all, deletes nothing more, ends nothing and is not claimed again.",
    [
      ["return true;", "BooleanLiteral: false"],
      ["if (deleted === null) return ENDED;", "ConditionalExpression: false"],
      [
        "if (!(await repository.completeDeletion(work, hasRecords))) return true;",
        "BooleanLiteral: false",
      ],
    ],
  ),
  ...of(
    "server/custody/account-deletions/deletion-work.service.ts",
    "A turn that ends a millisecond later is the same turn; every table has a key; nothing is counted as nothing.",
    [
      [
        "if (Date.now() > turnEndsAt) return pause(0);",
        "EqualityOperator: Date.now() >= turnEndsAt",
      ],
      [
        "const deleted = await deleteBatch(work, table, keys.get(table.name) ?? []);",
        'ArrayDeclaration: ["Stryker was here"]',
      ],
      [
        "if (deleted > 0) await repository.addDeleted(work, deleted);",
        "ConditionalExpression: true",
        "EqualityOperator: deleted >= 0",
      ],
      [
        "const isLate = Date.now() - startedAt.getTime() > LOG_OUT_WITHIN_MS;",
        "EqualityOperator: Date.now() - startedAt.getTime() >= LOG_OUT_WITHIN_MS",
      ],
    ],
  ),
];
