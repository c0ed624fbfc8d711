//! The words of which guests' names are made: in each language adjectives, and animals to which they agree. A list
//! a gender, the adjectives of all genders in the same order.

use crate::app::text::language::Language;

/// The words of a language.
pub(super) struct Words {
    /// The same adjectives in each gender.
    pub adjectives: &'static [&'static str],
    /// The animals of each gender.
    pub animals: &'static [&'static str],
}

/// The words of a language.
pub(super) fn words_of(language: Language) -> Words {
    match language {
        Language::English => Words {
            adjectives: &[
                "Brave Bright Calm Careful Cheerful Clever Curious Daring Eager Gentle Happy Honest Jolly \
                 Keen Kind Lively Lucky Merry Mighty Nimble Patient Playful Polite Proud Quick Quiet Shiny \
                 Sly Steady Sunny Swift Wise",
            ],
            animals: &[
                "Badger Beaver Bison Camel Crane Dolphin Eagle Falcon Finch Fox Gecko Hare Heron Ibex \
                 Jackal Koala Lemur Lion Lynx Magpie Marten Mole Otter Owl Panda Puffin Raven Robin Seal \
                 Stork Tiger Wombat",
            ],
        },
        Language::German => Words {
            adjectives: &[
                "Mutiger Heller Ruhiger Achtsamer Fröhlicher Schlauer Neugieriger Kühner Eifriger Sanfter \
                 Glücklicher Ehrlicher Lustiger Wacher Freundlicher Lebhafter Heiterer Munterer Starker \
                 Wendiger Geduldiger Verspielter Höflicher Stolzer Flinker Stiller Kluger Listiger Stetiger \
                 Sonniger Schneller Weiser",
                "Mutige Helle Ruhige Achtsame Fröhliche Schlaue Neugierige Kühne Eifrige Sanfte Glückliche \
                 Ehrliche Lustige Wache Freundliche Lebhafte Heitere Muntere Starke Wendige Geduldige \
                 Verspielte Höfliche Stolze Flinke Stille Kluge Listige Stetige Sonnige Schnelle Weise",
                "Mutiges Helles Ruhiges Achtsames Fröhliches Schlaues Neugieriges Kühnes Eifriges Sanftes \
                 Glückliches Ehrliches Lustiges Waches Freundliches Lebhaftes Heiteres Munteres Starkes \
                 Wendiges Geduldiges Verspieltes Höfliches Stolzes Flinkes Stilles Kluges Listiges Stetiges \
                 Sonniges Schnelles Weises",
            ],
            animals: &[
                "Dachs Biber Kranich Delfin Adler Falke Fink Fuchs Gecko Hase Reiher Koala Löwe Luchs \
                 Marder Igel Otter Panda Rabe Storch Tiger Wombat",
                "Eule Elster Robbe Amsel Gämse Meise",
                "Kamel Reh Lama Zebra",
            ],
        },
        Language::Portuguese => Words {
            adjectives: &[
                "Bravo Alegre Calmo Atento Contente Esperto Curioso Ousado Animado Gentil Feliz Honesto \
                 Jovial Astuto Bondoso Vivaz Sortudo Risonho Forte Ágil Paciente Brincalhão Educado Nobre \
                 Veloz Quieto Brilhante Sagaz Firme Radiante Ligeiro Sábio",
                "Brava Alegre Calma Atenta Contente Esperta Curiosa Ousada Animada Gentil Feliz Honesta \
                 Jovial Astuta Bondosa Vivaz Sortuda Risonha Forte Ágil Paciente Brincalhona Educada Nobre \
                 Veloz Quieta Brilhante Sagaz Firme Radiante Ligeira Sábia",
            ],
            animals: &[
                "Texugo Castor Bisão Camelo Golfinho Falcão Tucano Lagarto Coelho Grou Lobo Coala Lêmure \
                 Leão Lince Tatu Panda Corvo Sabiá Tigre Quati Sagui",
                "Águia Raposa Lebre Garça Lontra Coruja Foca Cegonha Capivara Onça",
            ],
        },
        Language::Spanish => Words {
            adjectives: &[
                "Valiente Alegre Tranquilo Atento Contento Listo Curioso Audaz Animado Gentil Feliz Honesto \
                 Jovial Astuto Amable Vivaz Risueño Sereno Fuerte Ágil Paciente Juguetón Educado Noble \
                 Veloz Callado Brillante Sagaz Firme Radiante Ligero Sabio",
                "Valiente Alegre Tranquila Atenta Contenta Lista Curiosa Audaz Animada Gentil Feliz Honesta \
                 Jovial Astuta Amable Vivaz Risueña Serena Fuerte Ágil Paciente Juguetona Educada Noble \
                 Veloz Callada Brillante Sagaz Firme Radiante Ligera Sabia",
            ],
            animals: &[
                "Tejón Castor Bisonte Camello Delfín Halcón Tucán Zorro Lagarto Conejo Lobo Koala Lémur \
                 León Lince Topo Panda Cuervo Búho Tigre Quetzal Puma",
                "Águila Liebre Garza Nutria Lechuza Foca Cigüeña Grulla Urraca Llama",
            ],
        },
        Language::French => Words {
            adjectives: &[
                "Brave Joyeux Calme Attentif Content Malin Curieux Hardi Vif Gentil Heureux Honnête Jovial \
                 Futé Aimable Vivace Chanceux Rieur Fort Agile Patient Joueur Poli Noble Rapide Discret \
                 Brillant Rusé Sûr Radieux Habile Sage",
                "Brave Joyeuse Calme Attentive Contente Maligne Curieuse Hardie Vive Gentille Heureuse \
                 Honnête Joviale Futée Aimable Vivace Chanceuse Rieuse Forte Agile Patiente Joueuse Polie \
                 Noble Rapide Discrète Brillante Rusée Sûre Radieuse Habile Sage",
            ],
            animals: &[
                "Castor Bison Chameau Dauphin Aigle Faucon Pinson Renard Gecko Lièvre Héron Koala Lémur \
                 Lion Lynx Panda Corbeau Phoque Tigre Hibou Lapin Loup",
                "Grue Loutre Chouette Mésange Cigogne Marmotte Belette Gazelle Pie Tortue",
            ],
        },
        // All animals are masculine, as the verbs are in which a name stands.
        Language::Arabic => Words {
            adjectives: &[
                "شجاع مرح هادئ حريص بهيج ذكي فضولي جريء متحمس لطيف سعيد صادق بشوش فطن طيب نشيط محظوظ ضاحك \
                 قوي رشيق صبور مبدع مهذب فخور سريع رزين لامع ماكر ثابت مشرق خفيف حكيم",
            ],
            animals: &[
                "قندس جمل دلفين نسر صقر ثعلب أرنب كوالا ليمور أسد وشق غراب نمر فهد ذئب غزال حصان بلبل هدهد \
                 طاووس باندا كنغر فيل دب عصفور سنجاب نورس لقلق وعل تمساح حوت يعسوب",
            ],
        },
    }
}

/// The Arabic words of before, under whose names some guests still sit.
pub(super) const FORMER_ARABIC: Words = Words {
    adjectives: &[
        "شجاع مرح هادئ حريص بهيج ذكي فضولي جريء متحمس لطيف سعيد صادق بشوش فطن طيب نشيط محظوظ ضاحك قوي رشيق \
         صبور لعوب مهذب فخور سريع ساكن لامع ماكر ثابت مشرق خفيف حكيم",
        "شجاعة مرحة هادئة حريصة بهيجة ذكية فضولية جريئة متحمسة لطيفة سعيدة صادقة بشوشة فطنة طيبة نشيطة \
         محظوظة ضاحكة قوية رشيقة صبورة لعوبة مهذبة فخورة سريعة ساكنة لامعة ماكرة ثابتة مشرقة خفيفة حكيمة",
    ],
    animals: &[
        "قندس جمل دلفين نسر صقر ثعلب أرنب كوالا ليمور أسد وشق غراب نمر فهد ذئب غزال حصان بلبل هدهد طاووس \
         باندا كنغر فيل دب",
        "بومة نحلة فقمة عنقاء زرافة نعامة حمامة سلحفاة",
    ],
};
