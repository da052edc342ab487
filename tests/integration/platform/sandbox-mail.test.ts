import nodemailer from "nodemailer";
import { expect, it } from "vitest";
import type { Mail } from "@/sandbox/store/store";
import { discard, startTestSandbox } from "@/sandbox/testing";

it("keeps every mail, readable, also after a restart", async () => {
  let sandbox = await startTestSandbox({ smtpPort: 0 });
  const port = sandbox.smtpPort ?? 0;
  const transport = nodemailer.createTransport({ host: "127.0.0.1", port, secure: false });
  await transport.sendMail({
    from: "Garimpo <nao-responda@garimpo.example>",
    to: "ana@empresa.example",
    subject: "Confirmação do seu endereço, é rápido",
    text: "Olá, Ana!\nAbra http://127.0.0.1:3000/confirmar?token=abc=def para confirmar.",
    html: "<p>Olá, <b>Ana</b>!</p>",
  });
  transport.close();
  sandbox = await sandbox.restart();
  const [mail] = await sandbox.control<Mail[]>("GET", "/mails");
  expect(mail).toMatchObject({
    from: "nao-responda@garimpo.example",
    to: ["ana@empresa.example"],
    subject: "Confirmação do seu endereço, é rápido",
    html: "<p>Olá, <b>Ana</b>!</p>",
  });
  expect(mail?.text).toContain("http://127.0.0.1:3000/confirmar?token=abc=def para");
  const page = await (await fetch(`${sandbox.url}/mails/${mail?.id}`)).text();
  expect(page).toContain('<a href="http://127.0.0.1:3000/confirmar?token=abc=def">');
  await discard(sandbox);
});
