import { foldText } from "@/lib/domain/text/fold-text";

/** Words that companies have in their names and people do not: kinds of business and legal forms. */
const WORDS = new Set(
  `academia acougue advocacia advogados agencia agro alimentos arquitetura artesanato assessoria atacado atelie auto autoescola
  automoveis autopecas bar barbearia bazar bebidas bicicletaria bistro boutique brinquedos buffet burger cafe cafeteria calcados
  cantina chaveiro churrascaria cia clinica clube colegio comercial comercio condominio confeccoes confeitaria construcao
  construcoes construtora consultoria consultorio contabil contabilidade cooperativa corretora cosmeticos delivery deposito
  digital distribuidora doceria doces drogaria editora eireli eletrica eletronica eletronicos emporio engenharia epp escola
  escritorio espaco estetica estudio esportes eventos fabrica farma farmacia ferragens festas fitness floricultura food fotografia
  funilaria grafica grill grupo hamburgueria hortifruti hospital hotel imobiliaria imoveis industria informatica instituto joias
  joalheria laboratorio lanches lanchonete lava lavanderia livraria logistica ltda madeireira magazine manutencao maquinas
  marcenaria marketing marmoraria materiais mecanica medica mercadinho mercado mercearia metalurgica minimercado mobile moda modas
  motors moveis odonto odontologia oficina online optica otica padaria panificadora papelaria parafusos pastelaria pecas peixaria
  pet petshop pizza pizzaria planejados posto pousada presentes produtos publicidade quitanda refrigeracao relojoaria representacoes
  restaurante salao saloes seguros serralheria servicos shop sociedade solar solucoes sorveteria spa store studio suplementos
  supermercado sushi tabacaria tapecaria tecidos tecnologia tintas transportadora transportes turismo usinagem utilidades varejo
  veiculos veterinaria viagens vidracaria vidros`.match(/\S+/g),
);
const LEGAL_FORM = /(?:^|\s)(?:s[/.]a\.?|me|mei|s\/s)$/;

/** A name with the words of a company; one without them may be a company's too. */
export function hasCompanyWord(name: string): boolean {
  const folded = foldText(name.slice(0, 300)).trim();
  return (
    LEGAL_FORM.test(folded) || (folded.match(/[a-z]{2,40}/g) ?? []).some((word) => WORDS.has(word))
  );
}
